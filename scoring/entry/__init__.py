"""The typing page: a paper sheet on the screen, judged row by row, accepted as a whole."""
