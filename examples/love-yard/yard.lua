return {
  version = "1.5",
  luaversion = "5.1",
  tiledversion = "1.8.2",
  orientation = "orthogonal",
  renderorder = "right-down",
  width = 20,
  height = 12,
  tilewidth = 16,
  tileheight = 16,
  nextlayerid = 6,
  nextobjectid = 5,
  properties = {},
  tilesets = {
    {
      name = "village",
      firstgid = 1,
      tilewidth = 16,
      tileheight = 16,
      spacing = 0,
      margin = 0,
      columns = 16,
      image = "tiles.png",
      imagewidth = 256,
      imageheight = 192,
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
      tilecount = 192,
      tiles = {
        {
          id = 7,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 8,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 64,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 65,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 66,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 67,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 68,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 69,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 70,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 71,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 72,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 73,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 74,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 75,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 76,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 77,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 78,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 79,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 128,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 129,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 130,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 131,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 132,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 133,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 134,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 135,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 136,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 137,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 138,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 139,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 140,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 141,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 142,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 143,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 186,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 187,
          properties = {
            ["collides"] = true
          }
        },
        {
          id = 188,
          properties = {
            ["collides"] = true
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
      width = 20,
      height = 12,
      id = 1,
      name = "Ground",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        3, 2, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 3, 2, 1, 1, 1, 1, 2,
        1, 1, 1, 4, 2, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 3, 1, 1, 1,
        2, 1, 2, 1, 1, 1, 3, 1, 1, 2, 1, 2, 1, 1, 1, 1, 1, 1, 2, 3,
        1, 1, 2, 1, 1, 1, 1, 2, 1, 3, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1,
        2, 2, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 3, 1, 1, 1, 1, 1, 2, 2,
        1, 1, 3, 1, 1, 1, 2, 1, 2, 1, 1, 1, 1, 1, 1, 4, 1, 2, 1, 1,
        1, 1, 1, 1, 2, 3, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 2, 3, 1,
        1, 1, 1, 1, 1, 1, 2, 2, 3, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1,
        1, 1, 1, 2, 1, 2, 1, 1, 1, 1, 1, 3, 2, 1, 2, 1, 1, 1, 1, 1,
        1, 4, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 4, 1, 1, 1, 1, 2,
        1, 1, 1, 2, 4, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 3, 1, 1,
        2, 1, 2, 1, 1, 1, 1, 3, 1, 2, 1, 2, 1, 1, 1, 1, 1, 1, 2, 1
      }
    },
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 20,
      height = 12,
      id = 2,
      name = "Things",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 133, 0, 0, 0, 0, 0, 0,
        0, 0, 8, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 134, 0, 0, 8, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 189, 0, 0, 134, 0, 0, 0, 0, 0, 0,
        131, 139, 139, 139, 139, 139, 141, 0, 0, 0, 0, 0, 0, 134, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 134, 0, 0, 0, 0, 0, 0, 132, 139, 139, 137, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 134, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 187, 0, 0, 134, 0, 0, 71, 79, 79, 77, 0, 0, 0, 0, 9, 0, 0,
        0, 0, 0, 0, 0, 0, 130, 0, 0, 72, 80, 80, 78, 0, 105, 105, 105, 105, 105, 105,
        105, 105, 105, 105, 105, 0, 0, 0, 0, 68, 80, 80, 74, 0, 0, 0, 0, 0, 0, 0,
        0, 189, 0, 0, 0, 0, 0, 0, 0, 0, 68, 74, 0, 0, 0, 0, 0, 0, 188, 0,
        0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      }
    },
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 20,
      height = 12,
      id = 3,
      name = "Trees",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 173, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 171, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 173, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 172, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      }
    },
    {
      type = "objectgroup",
      draworder = "topdown",
      id = 4,
      name = "Fences",
      visible = false,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      objects = {
        {
          id = 1,
          name = "",
          type = "",
          shape = "rectangle",
          x = 224,
          y = 123,
          width = 96,
          height = 4,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 2,
          name = "",
          type = "",
          shape = "rectangle",
          x = 0,
          y = 139,
          width = 80,
          height = 4,
          rotation = 0,
          visible = true,
          properties = {}
        }
      }
    },
    {
      type = "objectgroup",
      draworder = "topdown",
      id = 5,
      name = "Places",
      visible = false,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      objects = {
        {
          id = 3,
          name = "hen",
          type = "",
          shape = "point",
          x = 40,
          y = 88,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 4,
          name = "coop",
          type = "",
          shape = "point",
          x = 264,
          y = 168,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        }
      }
    }
  }
}
