"""Research: what `companion.lab` measures, surveys and trains."""
