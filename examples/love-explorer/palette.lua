--- The colors of the demo: red, green, blue, and for some alpha, each from 0 to 1.
return {
  paper = { 0.965, 0.955, 0.93 },
  ink = { 0.20, 0.23, 0.29 },
  faint = { 0.50, 0.52, 0.56 },
  line = { 0.87, 0.85, 0.80 },
  wall = { 0.30, 0.33, 0.40 },
  ground = { 0.995, 0.99, 0.975 },
  hill = { 0.91, 0.83, 0.66 },
  swamp = { 0.63, 0.78, 0.77 },
  open = { 0.66, 0.86, 0.52, 0.72 },
  closed = { 0.62, 0.74, 0.95, 0.72 },
  path = { 0.93, 0.53, 0.16, 0.9 },
  barrier = { 0.72, 0.30, 0.32 },
  opened = { 0.55, 0.78, 0.42 },
  planned = { 0.93, 0.53, 0.16, 0.6 },
  start = { 0.13, 0.55, 0.42 },
  goal = { 0.80, 0.26, 0.30 },
}
