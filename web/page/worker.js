// A program in a worker.
