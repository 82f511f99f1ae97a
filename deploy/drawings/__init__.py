"""The drawings and tables of the build guide, computed from the settings and the makers' data."""
