"""Parts of pages, put together from the toolkit."""
