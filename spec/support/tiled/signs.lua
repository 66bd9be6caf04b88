return {
  version = "1.5",
  luaversion = "5.1",
  tiledversion = "1.8.2",
  name = "signs",
  tilewidth = 16,
  tileheight = 16,
  spacing = 0,
  margin = 0,
  columns = 4,
  image = "tiles.png",
  imagewidth = 64,
  imageheight = 32,
  objectalignment = "unspecified",
  tileoffset = {
    x = 0,
    y = 0
  },
  grid = {
    orientation = "orthogonal",
    width = 16,
    height = 16
  },
  properties = {},
  wangsets = {},
  tilecount = 8,
  tiles = {
    {
      id = 0,
      properties = {
        ["terrain"] = "."
      }
    },
    {
      id = 1,
      properties = {
        ["terrain"] = "~"
      }
    },
    {
      id = 2,
      properties = {
        ["terrain"] = "#"
      }
    }
  }
}
