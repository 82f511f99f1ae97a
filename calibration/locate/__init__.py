"""Where the board lies in a picture: by markers, by its lines, or as a person says."""
