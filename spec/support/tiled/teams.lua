return {
  version = "1.5",
  luaversion = "5.1",
  tiledversion = "1.8.2",
  orientation = "orthogonal",
  renderorder = "right-down",
  width = 10,
  height = 5,
  tilewidth = 16,
  tileheight = 16,
  nextlayerid = 6,
  nextobjectid = 20,
  properties = {},
  tilesets = {
    {
      name = "village",
      firstgid = 1,
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
            ["terrain"] = "grass"
          }
        },
        {
          id = 5,
          type = "wall",
          properties = {
            ["layer"] = 3
          }
        }
      }
    }
  },
  layers = {
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 10,
      height = 5,
      id = 1,
      name = "ground",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1
      }
    },
    {
      type = "objectgroup",
      draworder = "topdown",
      id = 2,
      name = "walls",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      objects = {
        {
          id = 1,
          name = "rock",
          type = "wall",
          shape = "rectangle",
          x = 16,
          y = 0,
          width = 16,
          height = 16,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 2,
          name = "red camp",
          type = "wall",
          shape = "rectangle",
          x = 32,
          y = 0,
          width = 32,
          height = 16,
          rotation = 0,
          visible = true,
          properties = {
            ["layer"] = 2
          }
        },
        {
          id = 3,
          name = "door",
          type = "",
          shape = "rectangle",
          x = 80,
          y = 16,
          width = 16,
          height = 16,
          rotation = 0,
          gid = 6,
          visible = true,
          properties = {}
        },
        {
          id = 4,
          name = "gate",
          type = "wall",
          shape = "point",
          x = 104,
          y = 8,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {
            ["layer"] = 8
          }
        },
        {
          id = 5,
          name = "fence",
          type = "wall",
          shape = "polyline",
          x = 0,
          y = 32,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          polyline = {
            { x = 0, y = 0 },
            { x = 160, y = 0 }
          },
          properties = {}
        }
      }
    },
    {
      type = "group",
      id = 3,
      name = "blue",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {
        ["layer"] = 4
      },
      layers = {
        {
          type = "objectgroup",
          draworder = "topdown",
          id = 4,
          name = "blue camp",
          visible = true,
          opacity = 1,
          offsetx = 0,
          offsety = 0,
          parallaxx = 1,
          parallaxy = 1,
          properties = {},
          objects = {
            {
              id = 6,
              name = "tents",
              type = "wall",
              shape = "polygon",
              x = 16,
              y = 48,
              width = 0,
              height = 0,
              rotation = 0,
              visible = true,
              polygon = {
                { x = 0, y = 0 },
                { x = 48, y = 0 },
                { x = 48, y = 16 },
                { x = 0, y = 16 }
              },
              properties = {}
            },
            {
              id = 7,
              name = "well",
              type = "wall",
              shape = "ellipse",
              x = 64,
              y = 48,
              width = 16,
              height = 16,
              rotation = 0,
              visible = true,
              properties = {
                ["layer"] = 5
              }
            },
            {
              id = 8,
              name = "hedge",
              type = "wall",
              shape = "polyline",
              x = 0,
              y = 64,
              width = 0,
              height = 0,
              rotation = 0,
              visible = true,
              polyline = {
                { x = 0, y = 0 },
                { x = 160, y = 0 }
              },
              properties = {}
            }
          }
        },
        {
          type = "objectgroup",
          draworder = "topdown",
          id = 5,
          name = "stakes",
          visible = true,
          opacity = 1,
          offsetx = 0,
          offsety = 0,
          parallaxx = 1,
          parallaxy = 1,
          properties = {
            ["layer"] = 6
          },
          objects = {
            {
              id = 9,
              name = "",
              type = "wall",
              shape = "rectangle",
              x = 112,
              y = 48,
              width = 16,
              height = 16,
              rotation = 0,
              visible = true,
              properties = {}
            },
            {
              id = 10,
              name = "both",
              type = "wall",
              shape = "rectangle",
              x = 16,
              y = 48,
              width = 16,
              height = 16,
              rotation = 0,
              visible = true,
              properties = {}
            }
          }
        }
      }
    }
  }
}
