// A room about to be furnished.
