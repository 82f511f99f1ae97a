"""Drawing of the staff pages."""
