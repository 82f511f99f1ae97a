"""The drawings and tables of the build guide, worked out from the settings and the makers' data."""
