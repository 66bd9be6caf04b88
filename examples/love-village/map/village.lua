return {
  version = "1.5",
  luaversion = "5.1",
  tiledversion = "1.8.2",
  orientation = "orthogonal",
  renderorder = "right-down",
  width = 40,
  height = 22,
  tilewidth = 16,
  tileheight = 16,
  nextlayerid = 9,
  nextobjectid = 61,
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
      wangsets = {
        {
          name = "edges",
          tile = -1,
          properties = {},
          colors = {
            {
              color = { 216, 197, 157 },
              name = "road",
              probability = 1,
              tile = 31,
              properties = {}
            },
            {
              color = { 201, 195, 182 },
              name = "square",
              probability = 1,
              tile = 47,
              properties = {}
            },
            {
              color = { 149, 125, 96 },
              name = "mud",
              probability = 1,
              tile = 63,
              properties = {}
            },
            {
              color = { 118, 169, 187 },
              name = "water",
              probability = 1,
              tile = 79,
              properties = {}
            },
            {
              color = { 169, 135, 98 },
              name = "field",
              probability = 1,
              tile = 95,
              properties = {}
            },
            {
              color = { 128, 96, 74 },
              name = "wooden wall",
              probability = 1,
              tile = 127,
              properties = {}
            },
            {
              color = { 150, 145, 138 },
              name = "stone wall",
              probability = 1,
              tile = 143,
              properties = {}
            }
          },
          wangtiles = {
            {
              wangid = { 1, 0, 0, 0, 0, 0, 0, 0 },
              tileid = 17
            },
            {
              wangid = { 0, 0, 1, 0, 0, 0, 0, 0 },
              tileid = 18
            },
            {
              wangid = { 1, 0, 1, 0, 0, 0, 0, 0 },
              tileid = 19
            },
            {
              wangid = { 0, 0, 0, 0, 1, 0, 0, 0 },
              tileid = 20
            },
            {
              wangid = { 1, 0, 0, 0, 1, 0, 0, 0 },
              tileid = 21
            },
            {
              wangid = { 0, 0, 1, 0, 1, 0, 0, 0 },
              tileid = 22
            },
            {
              wangid = { 1, 0, 1, 0, 1, 0, 0, 0 },
              tileid = 23
            },
            {
              wangid = { 0, 0, 0, 0, 0, 0, 1, 0 },
              tileid = 24
            },
            {
              wangid = { 1, 0, 0, 0, 0, 0, 1, 0 },
              tileid = 25
            },
            {
              wangid = { 0, 0, 1, 0, 0, 0, 1, 0 },
              tileid = 26
            },
            {
              wangid = { 1, 0, 1, 0, 0, 0, 1, 0 },
              tileid = 27
            },
            {
              wangid = { 0, 0, 0, 0, 1, 0, 1, 0 },
              tileid = 28
            },
            {
              wangid = { 1, 0, 0, 0, 1, 0, 1, 0 },
              tileid = 29
            },
            {
              wangid = { 0, 0, 1, 0, 1, 0, 1, 0 },
              tileid = 30
            },
            {
              wangid = { 1, 0, 1, 0, 1, 0, 1, 0 },
              tileid = 31
            },
            {
              wangid = { 2, 0, 0, 0, 0, 0, 0, 0 },
              tileid = 33
            },
            {
              wangid = { 0, 0, 2, 0, 0, 0, 0, 0 },
              tileid = 34
            },
            {
              wangid = { 2, 0, 2, 0, 0, 0, 0, 0 },
              tileid = 35
            },
            {
              wangid = { 0, 0, 0, 0, 2, 0, 0, 0 },
              tileid = 36
            },
            {
              wangid = { 2, 0, 0, 0, 2, 0, 0, 0 },
              tileid = 37
            },
            {
              wangid = { 0, 0, 2, 0, 2, 0, 0, 0 },
              tileid = 38
            },
            {
              wangid = { 2, 0, 2, 0, 2, 0, 0, 0 },
              tileid = 39
            },
            {
              wangid = { 0, 0, 0, 0, 0, 0, 2, 0 },
              tileid = 40
            },
            {
              wangid = { 2, 0, 0, 0, 0, 0, 2, 0 },
              tileid = 41
            },
            {
              wangid = { 0, 0, 2, 0, 0, 0, 2, 0 },
              tileid = 42
            },
            {
              wangid = { 2, 0, 2, 0, 0, 0, 2, 0 },
              tileid = 43
            },
            {
              wangid = { 0, 0, 0, 0, 2, 0, 2, 0 },
              tileid = 44
            },
            {
              wangid = { 2, 0, 0, 0, 2, 0, 2, 0 },
              tileid = 45
            },
            {
              wangid = { 0, 0, 2, 0, 2, 0, 2, 0 },
              tileid = 46
            },
            {
              wangid = { 2, 0, 2, 0, 2, 0, 2, 0 },
              tileid = 47
            },
            {
              wangid = { 3, 0, 0, 0, 0, 0, 0, 0 },
              tileid = 49
            },
            {
              wangid = { 0, 0, 3, 0, 0, 0, 0, 0 },
              tileid = 50
            },
            {
              wangid = { 3, 0, 3, 0, 0, 0, 0, 0 },
              tileid = 51
            },
            {
              wangid = { 0, 0, 0, 0, 3, 0, 0, 0 },
              tileid = 52
            },
            {
              wangid = { 3, 0, 0, 0, 3, 0, 0, 0 },
              tileid = 53
            },
            {
              wangid = { 0, 0, 3, 0, 3, 0, 0, 0 },
              tileid = 54
            },
            {
              wangid = { 3, 0, 3, 0, 3, 0, 0, 0 },
              tileid = 55
            },
            {
              wangid = { 0, 0, 0, 0, 0, 0, 3, 0 },
              tileid = 56
            },
            {
              wangid = { 3, 0, 0, 0, 0, 0, 3, 0 },
              tileid = 57
            },
            {
              wangid = { 0, 0, 3, 0, 0, 0, 3, 0 },
              tileid = 58
            },
            {
              wangid = { 3, 0, 3, 0, 0, 0, 3, 0 },
              tileid = 59
            },
            {
              wangid = { 0, 0, 0, 0, 3, 0, 3, 0 },
              tileid = 60
            },
            {
              wangid = { 3, 0, 0, 0, 3, 0, 3, 0 },
              tileid = 61
            },
            {
              wangid = { 0, 0, 3, 0, 3, 0, 3, 0 },
              tileid = 62
            },
            {
              wangid = { 3, 0, 3, 0, 3, 0, 3, 0 },
              tileid = 63
            },
            {
              wangid = { 4, 0, 0, 0, 0, 0, 0, 0 },
              tileid = 65
            },
            {
              wangid = { 0, 0, 4, 0, 0, 0, 0, 0 },
              tileid = 66
            },
            {
              wangid = { 4, 0, 4, 0, 0, 0, 0, 0 },
              tileid = 67
            },
            {
              wangid = { 0, 0, 0, 0, 4, 0, 0, 0 },
              tileid = 68
            },
            {
              wangid = { 4, 0, 0, 0, 4, 0, 0, 0 },
              tileid = 69
            },
            {
              wangid = { 0, 0, 4, 0, 4, 0, 0, 0 },
              tileid = 70
            },
            {
              wangid = { 4, 0, 4, 0, 4, 0, 0, 0 },
              tileid = 71
            },
            {
              wangid = { 0, 0, 0, 0, 0, 0, 4, 0 },
              tileid = 72
            },
            {
              wangid = { 4, 0, 0, 0, 0, 0, 4, 0 },
              tileid = 73
            },
            {
              wangid = { 0, 0, 4, 0, 0, 0, 4, 0 },
              tileid = 74
            },
            {
              wangid = { 4, 0, 4, 0, 0, 0, 4, 0 },
              tileid = 75
            },
            {
              wangid = { 0, 0, 0, 0, 4, 0, 4, 0 },
              tileid = 76
            },
            {
              wangid = { 4, 0, 0, 0, 4, 0, 4, 0 },
              tileid = 77
            },
            {
              wangid = { 0, 0, 4, 0, 4, 0, 4, 0 },
              tileid = 78
            },
            {
              wangid = { 4, 0, 4, 0, 4, 0, 4, 0 },
              tileid = 79
            },
            {
              wangid = { 5, 0, 0, 0, 0, 0, 0, 0 },
              tileid = 81
            },
            {
              wangid = { 0, 0, 5, 0, 0, 0, 0, 0 },
              tileid = 82
            },
            {
              wangid = { 5, 0, 5, 0, 0, 0, 0, 0 },
              tileid = 83
            },
            {
              wangid = { 0, 0, 0, 0, 5, 0, 0, 0 },
              tileid = 84
            },
            {
              wangid = { 5, 0, 0, 0, 5, 0, 0, 0 },
              tileid = 85
            },
            {
              wangid = { 0, 0, 5, 0, 5, 0, 0, 0 },
              tileid = 86
            },
            {
              wangid = { 5, 0, 5, 0, 5, 0, 0, 0 },
              tileid = 87
            },
            {
              wangid = { 0, 0, 0, 0, 0, 0, 5, 0 },
              tileid = 88
            },
            {
              wangid = { 5, 0, 0, 0, 0, 0, 5, 0 },
              tileid = 89
            },
            {
              wangid = { 0, 0, 5, 0, 0, 0, 5, 0 },
              tileid = 90
            },
            {
              wangid = { 5, 0, 5, 0, 0, 0, 5, 0 },
              tileid = 91
            },
            {
              wangid = { 0, 0, 0, 0, 5, 0, 5, 0 },
              tileid = 92
            },
            {
              wangid = { 5, 0, 0, 0, 5, 0, 5, 0 },
              tileid = 93
            },
            {
              wangid = { 0, 0, 5, 0, 5, 0, 5, 0 },
              tileid = 94
            },
            {
              wangid = { 5, 0, 5, 0, 5, 0, 5, 0 },
              tileid = 95
            },
            {
              wangid = { 6, 0, 0, 0, 0, 0, 0, 0 },
              tileid = 113
            },
            {
              wangid = { 0, 0, 6, 0, 0, 0, 0, 0 },
              tileid = 114
            },
            {
              wangid = { 6, 0, 6, 0, 0, 0, 0, 0 },
              tileid = 115
            },
            {
              wangid = { 0, 0, 0, 0, 6, 0, 0, 0 },
              tileid = 116
            },
            {
              wangid = { 6, 0, 0, 0, 6, 0, 0, 0 },
              tileid = 117
            },
            {
              wangid = { 0, 0, 6, 0, 6, 0, 0, 0 },
              tileid = 118
            },
            {
              wangid = { 6, 0, 6, 0, 6, 0, 0, 0 },
              tileid = 119
            },
            {
              wangid = { 0, 0, 0, 0, 0, 0, 6, 0 },
              tileid = 120
            },
            {
              wangid = { 6, 0, 0, 0, 0, 0, 6, 0 },
              tileid = 121
            },
            {
              wangid = { 0, 0, 6, 0, 0, 0, 6, 0 },
              tileid = 122
            },
            {
              wangid = { 6, 0, 6, 0, 0, 0, 6, 0 },
              tileid = 123
            },
            {
              wangid = { 0, 0, 0, 0, 6, 0, 6, 0 },
              tileid = 124
            },
            {
              wangid = { 6, 0, 0, 0, 6, 0, 6, 0 },
              tileid = 125
            },
            {
              wangid = { 0, 0, 6, 0, 6, 0, 6, 0 },
              tileid = 126
            },
            {
              wangid = { 6, 0, 6, 0, 6, 0, 6, 0 },
              tileid = 127
            },
            {
              wangid = { 7, 0, 0, 0, 0, 0, 0, 0 },
              tileid = 129
            },
            {
              wangid = { 0, 0, 7, 0, 0, 0, 0, 0 },
              tileid = 130
            },
            {
              wangid = { 7, 0, 7, 0, 0, 0, 0, 0 },
              tileid = 131
            },
            {
              wangid = { 0, 0, 0, 0, 7, 0, 0, 0 },
              tileid = 132
            },
            {
              wangid = { 7, 0, 0, 0, 7, 0, 0, 0 },
              tileid = 133
            },
            {
              wangid = { 0, 0, 7, 0, 7, 0, 0, 0 },
              tileid = 134
            },
            {
              wangid = { 7, 0, 7, 0, 7, 0, 0, 0 },
              tileid = 135
            },
            {
              wangid = { 0, 0, 0, 0, 0, 0, 7, 0 },
              tileid = 136
            },
            {
              wangid = { 7, 0, 0, 0, 0, 0, 7, 0 },
              tileid = 137
            },
            {
              wangid = { 0, 0, 7, 0, 0, 0, 7, 0 },
              tileid = 138
            },
            {
              wangid = { 7, 0, 7, 0, 0, 0, 7, 0 },
              tileid = 139
            },
            {
              wangid = { 0, 0, 0, 0, 7, 0, 7, 0 },
              tileid = 140
            },
            {
              wangid = { 7, 0, 0, 0, 7, 0, 7, 0 },
              tileid = 141
            },
            {
              wangid = { 0, 0, 7, 0, 7, 0, 7, 0 },
              tileid = 142
            },
            {
              wangid = { 7, 0, 7, 0, 7, 0, 7, 0 },
              tileid = 143
            }
          }
        }
      },
      tilecount = 192,
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
            ["terrain"] = "grass"
          }
        },
        {
          id = 2,
          properties = {
            ["terrain"] = "grass"
          }
        },
        {
          id = 3,
          properties = {
            ["terrain"] = "grass"
          }
        },
        {
          id = 4,
          properties = {
            ["terrain"] = "grass"
          }
        },
        {
          id = 5,
          properties = {
            ["terrain"] = "grass"
          }
        },
        {
          id = 6,
          properties = {
            ["terrain"] = "grass"
          }
        },
        {
          id = 7,
          properties = {
            ["terrain"] = "bush"
          }
        },
        {
          id = 8,
          properties = {
            ["terrain"] = "rock"
          }
        },
        {
          id = 9,
          properties = {
            ["terrain"] = "stump"
          }
        },
        {
          id = 10,
          properties = {
            ["terrain"] = "hay"
          }
        },
        {
          id = 11,
          properties = {
            ["terrain"] = "sacks"
          }
        },
        {
          id = 12,
          properties = {
            ["terrain"] = "barrel"
          }
        },
        {
          id = 13,
          properties = {
            ["terrain"] = "well"
          }
        },
        {
          id = 14,
          properties = {
            ["terrain"] = "stall"
          }
        },
        {
          id = 15,
          properties = {
            ["terrain"] = "bench"
          }
        },
        {
          id = 16,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 17,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 18,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 19,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 20,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 21,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 22,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 23,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 24,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 25,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 26,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 27,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 28,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 29,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 30,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 31,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 32,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 33,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 34,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 35,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 36,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 37,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 38,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 39,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 40,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 41,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 42,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 43,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 44,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 45,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 46,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 47,
          properties = {
            ["terrain"] = "road"
          }
        },
        {
          id = 48,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 49,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 50,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 51,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 52,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 53,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 54,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 55,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 56,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 57,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 58,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 59,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 60,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 61,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 62,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 63,
          properties = {
            ["terrain"] = "mud"
          }
        },
        {
          id = 64,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 65,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 66,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 67,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 68,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 69,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 70,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 71,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 72,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 73,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 74,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 75,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 76,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 77,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 78,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 79,
          properties = {
            ["terrain"] = "water"
          }
        },
        {
          id = 80,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 81,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 82,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 83,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 84,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 85,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 86,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 87,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 88,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 89,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 90,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 91,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 92,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 93,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 94,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 95,
          properties = {
            ["terrain"] = "field"
          }
        },
        {
          id = 96,
          properties = {
            ["terrain"] = "bridge"
          }
        },
        {
          id = 97,
          properties = {
            ["terrain"] = "bridge"
          }
        },
        {
          id = 98,
          properties = {
            ["terrain"] = "bridge"
          }
        },
        {
          id = 102,
          properties = {
            ["terrain"] = "floor"
          }
        },
        {
          id = 103,
          properties = {
            ["terrain"] = "floor"
          }
        },
        {
          id = 104,
          properties = {
            ["terrain"] = "palisade"
          }
        },
        {
          id = 105,
          type = "door"
        },
        {
          id = 107,
          type = "door"
        },
        {
          id = 111,
          properties = {
            ["terrain"] = "floor"
          }
        },
        {
          id = 112,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 113,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 114,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 115,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 116,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 117,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 118,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 119,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 120,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 121,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 122,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 123,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 124,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 125,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 126,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 127,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 128,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 129,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 130,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 131,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 132,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 133,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 134,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 135,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 136,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 137,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 138,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 139,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 140,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 141,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 142,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 143,
          properties = {
            ["terrain"] = "wall"
          }
        },
        {
          id = 156,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 157,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 158,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 159,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 160,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 161,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 162,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 163,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 164,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 165,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 166,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 167,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 168,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 169,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 176,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 177,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 178,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 179,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 180,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 181,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 182,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 183,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 184,
          properties = {
            ["terrain"] = "house"
          }
        },
        {
          id = 186,
          properties = {
            ["terrain"] = "tree"
          }
        },
        {
          id = 187,
          properties = {
            ["terrain"] = "tree"
          }
        },
        {
          id = 188,
          properties = {
            ["terrain"] = "tree"
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
      width = 40,
      height = 22,
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
        3, 3, 3, 3, 3, 2, 1, 1, 1, 1, 1, 4, 3, 2, 3, 1, 1, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 1, 2, 1, 2, 1, 1, 1, 2, 4, 1,
        2, 1, 3, 1, 2, 1, 1, 1, 2, 1, 2, 4, 1, 3, 1, 1, 2, 2, 6, 2, 1, 3, 2, 3, 3, 2, 5, 1, 3, 1, 2, 6, 3, 2, 3, 4, 1, 3, 2, 3,
        1, 2, 1, 2, 2, 4, 2, 4, 3, 1, 1, 2, 2, 3, 6, 2, 2, 5, 1, 1, 1, 1, 1, 3, 1, 3, 3, 1, 2, 3, 2, 2, 1, 1, 4, 1, 1, 1, 2, 1,
        1, 1, 1, 2, 3, 3, 2, 1, 1, 1, 2, 7, 1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 3, 2, 3, 1, 2, 2, 3, 1, 3, 4, 2, 4, 1, 2, 3, 1, 2, 2,
        1, 2, 3, 2, 4, 2, 3, 1, 1, 2, 1, 2, 3, 2, 1, 3, 1, 3, 1, 4, 1, 2, 2, 3, 4, 1, 7, 3, 1, 3, 2, 1, 1, 3, 1, 1, 1, 3, 1, 1,
        3, 1, 3, 1, 2, 2, 1, 2, 1, 3, 3, 2, 1, 3, 4, 1, 3, 4, 1, 1, 1, 3, 2, 2, 4, 2, 2, 3, 1, 2, 1, 2, 3, 2, 3, 4, 1, 1, 2, 2,
        2, 3, 2, 3, 4, 1, 1, 1, 2, 1, 2, 5, 2, 1, 1, 4, 2, 2, 3, 1, 5, 1, 3, 2, 1, 2, 2, 1, 3, 2, 1, 6, 3, 2, 1, 4, 3, 2, 1, 2,
        2, 1, 3, 3, 1, 2, 4, 5, 1, 2, 3, 1, 2, 2, 1, 3, 3, 1, 2, 1, 1, 2, 1, 6, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 1, 3, 2, 2, 1,
        3, 1, 2, 2, 3, 2, 3, 1, 3, 1, 1, 3, 1, 3, 1, 4, 4, 4, 3, 6, 2, 2, 2, 1, 1, 1, 1, 3, 2, 2, 2, 3, 1, 3, 1, 1, 3, 1, 3, 3,
        1, 3, 2, 1, 4, 3, 1, 1, 3, 2, 1, 2, 4, 1, 3, 2, 4, 2, 2, 2, 3, 1, 5, 1, 1, 2, 5, 2, 1, 3, 2, 1, 1, 3, 2, 1, 2, 2, 2, 1,
        1, 3, 4, 1, 3, 1, 3, 2, 2, 2, 1, 2, 4, 1, 1, 2, 3, 2, 7, 1, 1, 1, 3, 2, 4, 2, 1, 2, 1, 3, 1, 2, 4, 1, 2, 1, 5, 3, 4, 2,
        3, 1, 2, 2, 1, 1, 4, 1, 2, 1, 6, 1, 3, 2, 4, 3, 2, 4, 1, 2, 7, 3, 3, 1, 2, 1, 1, 1, 3, 1, 2, 7, 1, 3, 2, 2, 3, 2, 1, 2,
        4, 3, 2, 2, 3, 2, 2, 1, 2, 4, 2, 2, 2, 3, 2, 1, 4, 2, 2, 1, 1, 1, 2, 2, 1, 3, 3, 1, 2, 3, 2, 3, 3, 4, 2, 7, 2, 4, 1, 4,
        1, 2, 2, 2, 1, 4, 2, 2, 1, 1, 3, 1, 3, 3, 3, 4, 4, 1, 1, 2, 2, 2, 1, 1, 3, 1, 3, 2, 1, 3, 1, 1, 1, 3, 3, 1, 1, 1, 1, 2,
        1, 1, 1, 2, 2, 1, 2, 3, 3, 1, 1, 5, 1, 1, 2, 1, 2, 3, 3, 2, 1, 1, 3, 2, 2, 4, 3, 1, 3, 1, 3, 7, 2, 2, 1, 1, 2, 1, 1, 1,
        7, 4, 1, 3, 2, 2, 4, 1, 2, 3, 5, 2, 3, 2, 1, 1, 2, 2, 1, 2, 2, 2, 3, 2, 1, 1, 1, 1, 6, 1, 3, 3, 2, 3, 1, 2, 2, 1, 1, 1,
        3, 1, 1, 2, 2, 1, 3, 4, 2, 1, 3, 1, 2, 3, 3, 5, 1, 3, 4, 2, 4, 2, 3, 1, 3, 3, 1, 2, 1, 2, 1, 3, 2, 4, 3, 2, 2, 1, 3, 4,
        1, 2, 1, 2, 1, 3, 1, 1, 3, 4, 1, 2, 2, 2, 1, 2, 3, 1, 3, 2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 1, 1, 3, 1, 1, 3, 4, 2, 2,
        3, 1, 1, 3, 2, 1, 1, 4, 1, 2, 3, 1, 2, 3, 2, 2, 1, 1, 3, 6, 1, 2, 3, 3, 1, 1, 3, 3, 3, 1, 2, 6, 2, 1, 1, 3, 4, 3, 6, 3,
        1, 1, 1, 3, 4, 1, 3, 3, 1, 7, 1, 2, 1, 1, 1, 2, 3, 2, 1, 2, 1, 1, 2, 3, 1, 3, 1, 2, 1, 2, 1, 1, 1, 3, 3, 1, 2, 2, 1, 3,
        1, 4, 1, 2, 1, 2, 2, 3, 4, 5, 1, 2, 1, 1, 2, 3, 2, 3, 2, 1, 1, 2, 2, 2, 1, 2, 3, 1, 4, 2, 2, 2, 2, 2, 1, 4, 1, 3, 1, 2,
        2, 1, 1, 3, 3, 2, 3, 2, 3, 3, 2, 1, 2, 3, 1, 2, 1, 3, 4, 1, 1, 2, 4, 1, 3, 6, 1, 2, 2, 4, 1, 3, 2, 2, 2, 2, 1, 1, 4, 4
      }
    },
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 40,
      height = 22,
      id = 2,
      name = "water",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 74, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 71, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 71, 80, 74, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 71, 79, 79, 80, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 71, 79, 79, 80, 80, 80, 80, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 80, 80, 80, 80, 80, 80, 80, 77, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 68, 80, 80, 80, 80, 80, 80, 80, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 72, 80, 80, 80, 80, 80, 80, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0
      }
    },
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 40,
      height = 22,
      id = 3,
      name = "paths",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 112, 104, 104, 104, 104, 104, 104, 2147483760, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 112, 104, 104, 104, 104, 104, 104, 2147483760, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 112, 104, 104, 104, 104, 104, 104, 2147483760, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 103, 0, 0, 103, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 22, 0, 0, 22, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 22, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0,
        31, 31, 31, 31, 31, 32, 31, 31, 32, 31, 31, 31, 47, 47, 47, 48, 47, 47, 47, 47, 48, 47, 47, 31, 31, 32, 31, 31, 31, 97, 97, 31, 31, 31, 31, 32, 31, 31, 31, 31,
        28, 28, 28, 28, 28, 28, 28, 32, 28, 28, 28, 28, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 28, 28, 28, 28, 28, 28, 98, 98, 28, 28, 28, 32, 28, 28, 28, 28, 28,
        0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 40, 48, 48, 48, 48, 48, 48, 48, 48, 48, 46, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 40, 48, 48, 48, 48, 48, 48, 48, 48, 48, 46, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 36, 44, 44, 44, 44, 44, 44, 48, 44, 44, 42, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0,
        0, 87, 95, 95, 95, 93, 0, 20, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 27, 27, 27, 99, 99, 27, 27, 27, 27, 26, 0, 0, 0, 0, 0,
        0, 88, 96, 96, 96, 94, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 88, 96, 96, 96, 94, 0, 0, 0, 0, 87, 95, 95, 95, 95, 95, 95, 95, 93, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 88, 96, 96, 96, 94, 0, 0, 0, 0, 88, 96, 96, 96, 96, 96, 96, 96, 94, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 84, 92, 92, 92, 90, 0, 0, 0, 0, 88, 96, 96, 96, 96, 96, 96, 96, 94, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 84, 92, 92, 92, 92, 92, 92, 92, 90, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      }
    },
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 40,
      height = 22,
      id = 4,
      name = "mud",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 55, 61, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 52, 62, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 50, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 55, 61, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 51, 64, 58, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      }
    },
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 40,
      height = 22,
      id = 5,
      name = "buildings",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        189, 188, 187, 189, 189, 189, 187, 189, 189, 189, 187, 187, 189, 189, 188, 187, 189, 189, 188, 187, 189, 189, 188, 187, 189, 189, 189, 187, 189, 189, 0, 0, 187, 189, 189, 188, 187, 189, 189, 188,
        189, 0, 0, 119, 123, 123, 123, 123, 123, 123, 125, 0, 189, 0, 0, 0, 0, 0, 189, 0, 0, 187, 0, 187, 0, 0, 0, 0, 188, 0, 0, 0, 187, 0, 0, 0, 0, 0, 0, 189,
        0, 187, 0, 118, 11, 0, 0, 11, 0, 12, 118, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 189, 0,
        0, 0, 0, 118, 0, 0, 0, 0, 0, 0, 118, 0, 0, 161, 162, 162, 162, 163, 0, 0, 0, 0, 0, 0, 164, 165, 165, 166, 0, 0, 0, 0, 0, 167, 168, 168, 168, 169, 0, 189,
        189, 0, 0, 118, 0, 0, 0, 0, 0, 0, 118, 0, 0, 177, 178, 178, 178, 179, 0, 183, 184, 184, 185, 0, 180, 181, 181, 182, 0, 0, 0, 0, 0, 183, 184, 184, 184, 185, 0, 0,
        0, 187, 0, 116, 123, 0, 123, 123, 0, 123, 122, 11, 13, 157, 159, 160, 159, 170, 13, 157, 160, 159, 170, 8, 157, 160, 159, 170, 13, 0, 0, 0, 12, 157, 159, 160, 159, 170, 0, 187,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        187, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 9, 0, 188, 0, 0, 0, 0, 0, 0, 0, 8, 0, 15, 0, 0, 0, 14, 0, 0, 0, 15, 0, 0, 8, 0, 0, 0, 188, 0, 0, 0, 188, 0, 0, 0, 8, 0, 0, 187,
        0, 187, 0, 0, 0, 187, 0, 0, 0, 0, 187, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 187, 0, 0,
        187, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 188, 0, 187, 0, 0, 0, 0, 111, 0, 0, 9, 0, 0, 0, 0, 0, 0, 189,
        105, 105, 105, 105, 105, 105, 105, 0, 105, 105, 105, 105, 105, 105, 105, 105, 105, 105, 105, 0, 105, 105, 105, 105, 105, 105, 105, 105, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 187, 0, 189, 187,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        187, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 188, 0, 0, 188, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 189,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 111, 0, 0, 0, 0, 188, 0, 0, 0, 0, 10, 0, 189,
        0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 187, 0, 0, 0, 0,
        189, 0, 0, 0, 0, 0, 0, 0, 187, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 111, 0, 0, 110, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 189, 0, 189,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 110, 0, 0, 0, 0, 110, 0, 0, 0, 0, 187, 0, 189, 0, 0, 0, 0,
        187, 0, 189, 0, 187, 0, 189, 188, 0, 0, 189, 0, 187, 0, 0, 189, 0, 188, 0, 189, 0, 187, 0, 0, 0, 0, 0, 0, 0, 0, 111, 187, 189, 0, 189, 0, 189, 188, 189, 187
      }
    },
    {
      type = "objectgroup",
      draworder = "topdown",
      id = 6,
      name = "doors",
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
          name = "west barn door",
          type = "",
          shape = "rectangle",
          x = 80,
          y = 96,
          width = 16,
          height = 16,
          rotation = 0,
          gid = 106,
          visible = true,
          properties = {}
        },
        {
          id = 2,
          name = "east barn door",
          type = "",
          shape = "rectangle",
          x = 128,
          y = 96,
          width = 16,
          height = 16,
          rotation = 0,
          gid = 106,
          visible = true,
          properties = {}
        },
        {
          id = 3,
          name = "west gate",
          type = "",
          shape = "rectangle",
          x = 112,
          y = 224,
          width = 16,
          height = 16,
          rotation = 0,
          gid = 108,
          visible = true,
          properties = {}
        },
        {
          id = 4,
          name = "east gate",
          type = "",
          shape = "rectangle",
          x = 304,
          y = 224,
          width = 16,
          height = 16,
          rotation = 0,
          gid = 108,
          visible = true,
          properties = {}
        }
      }
    },
    {
      type = "objectgroup",
      draworder = "topdown",
      id = 7,
      name = "places",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      objects = {
        {
          id = 5,
          name = "inn",
          type = "",
          shape = "point",
          x = 248,
          y = 104,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 6,
          name = "bakery",
          type = "",
          shape = "point",
          x = 328,
          y = 104,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 7,
          name = "mill",
          type = "",
          shape = "point",
          x = 568,
          y = 120,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 8,
          name = "barn yard",
          type = "",
          shape = "point",
          x = 152,
          y = 120,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 9,
          name = "well",
          type = "",
          shape = "point",
          x = 264,
          y = 168,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 10,
          name = "stall",
          type = "",
          shape = "point",
          x = 344,
          y = 152,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 11,
          name = "round of the guard",
          type = "",
          shape = "polyline",
          x = 56,
          y = 136,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          polyline = {
            { x = 0, y = 0 },
            { x = 224, y = 0 },
            { x = 496, y = 0 },
            { x = 496, y = 112 },
            { x = 256, y = 112 },
            { x = 256, y = 48 }
          },
          properties = {}
        },
        {
          id = 12,
          name = "field",
          type = "",
          shape = "rectangle",
          x = 16,
          y = 240,
          width = 80,
          height = 80,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 13,
          name = "field",
          type = "",
          shape = "rectangle",
          x = 160,
          y = 272,
          width = 144,
          height = 64,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 14,
          name = "barn",
          type = "",
          shape = "rectangle",
          x = 64,
          y = 48,
          width = 96,
          height = 32,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 15,
          name = "pond",
          type = "",
          shape = "rectangle",
          x = 368,
          y = 288,
          width = 96,
          height = 48,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 16,
          name = "green",
          type = "",
          shape = "rectangle",
          x = 128,
          y = 144,
          width = 192,
          height = 64,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 17,
          name = "yard",
          type = "",
          shape = "rectangle",
          x = 16,
          y = 144,
          width = 96,
          height = 64,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 18,
          name = "square",
          type = "",
          shape = "rectangle",
          x = 224,
          y = 144,
          width = 80,
          height = 16,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 60,
          name = "inn upstairs",
          type = "",
          shape = "rectangle",
          x = 208,
          y = 32,
          width = 80,
          height = 48,
          rotation = 0,
          visible = true,
          properties = {}
        }
      }
    },
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 40,
      height = 22,
      id = 8,
      name = "above",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {
        ["above"] = true
      },
      encoding = "lua",
      data = {
        173, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 173, 0, 0, 0, 0, 0, 173, 0, 0, 171, 0, 171, 0, 0, 0, 0, 172, 0, 0, 0, 171, 0, 0, 0, 0, 0, 0, 173,
        0, 171, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 173, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 145, 146, 146, 154, 147, 0, 0, 0, 0, 0, 0, 148, 149, 155, 150, 0, 0, 0, 0, 0, 151, 152, 152, 156, 153, 0, 173,
        173, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 151, 152, 156, 153, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 171, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 171,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        171, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 172, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 172, 0, 0, 0, 172, 0, 0, 0, 0, 0, 0, 171,
        0, 171, 0, 0, 0, 171, 0, 0, 0, 0, 171, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 171, 0, 0,
        171, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 172, 0, 171, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 173,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 171, 0, 173, 171,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        171, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 172, 0, 0, 172, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 173,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 172, 0, 0, 0, 0, 0, 0, 173,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 171, 0, 0, 0, 0,
        173, 0, 0, 0, 0, 0, 0, 0, 171, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 173, 0, 173,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 171, 0, 173, 0, 0, 0, 0,
        171, 0, 173, 0, 171, 0, 173, 172, 0, 0, 173, 0, 171, 0, 0, 173, 0, 172, 0, 173, 0, 171, 0, 0, 0, 0, 0, 0, 0, 0, 0, 171, 173, 0, 173, 0, 173, 172, 173, 171,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      }
    }
  }
}
