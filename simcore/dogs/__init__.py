"""Dogs of War: its rules as data, its phases as kernels, its log; see README.md in this folder."""
