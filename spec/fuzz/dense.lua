-- A seed of spec/fuzz/maps.lua: a small map with many kinds of content, as exported by Tiled.
return {
  orientation = "orthogonal", width = 6, height = 4, tilewidth = 16, tileheight = 8, infinite = false,
  class = "yard", properties = { weather = "fine" },
  tilesets = {
    {
      name = "ground", firstgid = 1, tilewidth = 16, tileheight = 8, image = "../ground.png",
      columns = 4, tilecount = 8, spacing = 1, margin = 2, objectalignment = "unspecified", properties = {},
      tiles = {
        { id = 0, type = "grass", properties = { terrain = "grass" } },
        { id = 1, class = "water", properties = { terrain = "water" } },
        { id = 2, properties = { terrain = 7 } },
      },
    },
    {
      name = "things", firstgid = 20, tilewidth = 32, tileheight = 32, objectalignment = "topright",
      tiles = {
        { id = 3, image = "tree.png", width = 40, height = 50, x = 1, y = 2, properties = { terrain = "tree" } },
      },
    },
  },
  layers = {
    {
      type = "group", name = "all", offsetx = 3, offsety = -2, opacity = 0.5, visible = true, properties = {},
      layers = {
        {
          type = "group", name = "some", properties = { terrain = "mud" },
          layers = {
            {
              type = "tilelayer", name = "ground", x = 0, y = 0, width = 6, height = 4, encoding = "lua",
              data = { 1, 1, 2, 2, 1, 3, 1, 0, 0, 0, 1, 3, 2147483649, 0, 1610612738, 0, 1, 4, 1, 1, 1, 23, 23, 5 },
            },
            { type = "imagelayer", name = "sky", image = "../sky.png", offsetx = 5 },
          },
        },
        {
          type = "tilelayer", name = "pieces",
          chunks = {
            { x = 0, y = 0, width = 5, height = 1, data = { 0, 0, 3, 0, 0 } },
            { x = 5, y = 0, width = 1, height = 4, data = { 0, 2, 0, 1 } },
          },
        },
      },
    },
    {
      type = "objectgroup", name = "things", class = "wall", offsetx = 1, properties = {},
      objects = {
        { id = 1, x = 1, y = 1, width = 30, height = 12, rotation = 30, shape = "rectangle", properties = {} },
        { id = 2, x = 9, y = 9, shape = "polyline", polyline = { { x = 0, y = 0 }, { x = 40, y = 9 } },
          properties = { one_way = true } },
        { id = 3, x = 9, y = 9, class = "area", shape = "polygon", properties = { terrain = "mud" },
          polygon = { { x = 0, y = 0 }, { x = 40, y = 9 }, { x = 5, y = 30 } } },
        { id = 4, name = "stairs", x = 9, y = 9, type = "link", properties = { to = { id = 5 }, cost = 2.5 } },
        { id = 5, name = "top", x = 60, y = 20, class = "link", shape = "polyline", properties = { one_way = true },
          polyline = { { x = 0, y = 0 }, { x = -40, y = -9 } } },
        { id = 6, x = 20, y = 20, gid = 23, width = 32, height = 32, visible = false, rotation = 90 },
        { id = 7, x = 20, y = 20, width = 20, height = 20, class = "pool", shape = "ellipse" },
      },
    },
  },
}
