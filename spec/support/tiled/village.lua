return {
  version = "1.5",
  luaversion = "5.1",
  tiledversion = "1.8.2",
  orientation = "orthogonal",
  renderorder = "right-down",
  width = 12,
  height = 8,
  tilewidth = 16,
  tileheight = 16,
  nextlayerid = 20,
  nextobjectid = 40,
  properties = {
    ["title"] = "A village, \"[[small]]\""
  },
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
          id = 1,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 2,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 3,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 5,
          type = "door",
          properties = {
            ["locked"] = true,
            ["terrain"] = "road"
          }
        },
        {
          id = 6,
          type = "flower"
        }
      }
    }
  },
  layers = {
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 12,
      height = 8,
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
        1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1
      }
    },
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 12,
      height = 8,
      id = 2,
      name = "road",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        2, 2147483650, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 1073741826, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 2, 3221225474, 2, 536870914, 2, 2, 2, 2, 2, 2684354562, 2,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      }
    },
    {
      type = "group",
      id = 3,
      name = "upper",
      visible = true,
      opacity = 0.5,
      offsetx = 0,
      offsety = -4,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      layers = {
        {
          type = "tilelayer",
          x = 0,
          y = 0,
          width = 12,
          height = 8,
          id = 4,
          name = "houses",
          visible = true,
          opacity = 1,
          offsetx = 0,
          offsety = 4,
          parallaxx = 1,
          parallaxy = 1,
          properties = {
            ["terrain"] = "house"
          },
          encoding = "lua",
          data = {
            0, 0, 0, 5, 5, 5, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 5, 6, 5, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
          }
        },
        {
          type = "tilelayer",
          x = 0,
          y = 0,
          width = 12,
          height = 8,
          id = 5,
          name = "moved",
          visible = true,
          opacity = 1,
          offsetx = 32,
          offsety = 20,
          parallaxx = 1,
          parallaxy = 1,
          properties = {},
          encoding = "lua",
          data = {
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4,
            0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
          }
        }
      }
    },
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 12,
      height = 8,
      id = 6,
      name = "flowers",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      }
    },
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 12,
      height = 8,
      id = 7,
      name = "clouds",
      visible = false,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {
        ["terrain"] = false
      },
      encoding = "lua",
      data = {
        3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      }
    },
    {
      type = "objectgroup",
      draworder = "topdown",
      id = 8,
      name = "things",
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
          name = "start",
          type = "",
          shape = "point",
          x = 8,
          y = 40,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 2,
          name = "market",
          type = "",
          shape = "rectangle",
          x = 130,
          y = 98,
          width = 60,
          height = 28,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 3,
          name = "bog",
          type = "",
          shape = "polygon",
          x = 0,
          y = 96,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          polygon = {
            { x = 0, y = 0 },
            { x = 64, y = 0 },
            { x = 0, y = 32 }
          },
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 4,
          name = "pond",
          type = "lake",
          shape = "ellipse",
          x = 64,
          y = 96,
          width = 32,
          height = 32,
          rotation = 0,
          visible = true,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 5,
          name = "guard",
          type = "",
          shape = "polyline",
          x = 8,
          y = 72,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          polyline = {
            { x = 0, y = 0 },
            { x = 80, y = 0 },
            { x = 80, y = -16 }
          },
          properties = {
            ["speed"] = 2.5
          }
        },
        {
          id = 6,
          name = "chest",
          type = "",
          shape = "rectangle",
          x = 144,
          y = 16,
          width = 16,
          height = 16,
          rotation = 0,
          gid = 2147483655,
          visible = true,
          properties = {}
        },
        {
          id = 7,
          name = "tower",
          type = "",
          shape = "rectangle",
          x = 160,
          y = 64,
          width = 32,
          height = 64,
          rotation = 0,
          gid = 5,
          visible = true,
          properties = {}
        },
        {
          id = 8,
          name = "door",
          type = "",
          shape = "rectangle",
          x = 64,
          y = 32,
          width = 16,
          height = 16,
          rotation = 0,
          gid = 6,
          visible = true,
          properties = {}
        },
        {
          id = 9,
          name = "sign",
          type = "",
          shape = "text",
          x = 32,
          y = 0,
          width = 16,
          height = 16,
          rotation = 0,
          visible = true,
          text = "Inn",
          properties = {}
        },
        {
          id = 10,
          name = "click",
          type = "",
          shape = "rectangle",
          x = 20,
          y = 84,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        }
      }
    },
    {
      type = "objectgroup",
      draworder = "topdown",
      id = 9,
      name = "barriers",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      objects = {
        {
          id = 20,
          name = "rocks",
          type = "wall",
          shape = "rectangle",
          x = 144,
          y = 32,
          width = 32,
          height = 16,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 21,
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
            { x = 48, y = 0 },
            { x = 48, y = -32 }
          },
          properties = {}
        },
        {
          id = 22,
          name = "ledge",
          type = "wall",
          shape = "polyline",
          x = 128,
          y = 96,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          polyline = {
            { x = 0, y = 0 },
            { x = 64, y = 0 }
          },
          properties = {
            ["one_way"] = true
          }
        },
        {
          id = 23,
          name = "tunnel",
          type = "link",
          shape = "point",
          x = 8,
          y = 8,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {
            ["cost"] = 2.5,
            ["to"] = { id = 24 }
          }
        },
        {
          id = 24,
          name = "exit",
          type = "",
          shape = "point",
          x = 184,
          y = 8,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 25,
          name = "slide",
          type = "link",
          shape = "polyline",
          x = 184,
          y = 24,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          polyline = {
            { x = 0, y = 0 },
            { x = -40, y = 20 },
            { x = 0, y = 96 }
          },
          properties = {
            ["one_way"] = true
          }
        }
      }
    },
    {
      type = "imagelayer",
      image = "tiles.png",
      id = 10,
      name = "frame",
      visible = true,
      opacity = 1,
      offsetx = -3,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      repeatx = false,
      repeaty = false,
      properties = {}
    }
  }
}
