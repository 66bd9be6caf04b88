--- Fields with grain that grows and is cut: areas with the name "field" in Tiled. Each tile of a
--- field is a plot: { x, y, age, is_taken }. `age`: seconds since it was cut; `is_taken`: a farmer
--- is on the way to it.

local fields = {}

local Fields = {}
Fields.__index = Fields

local ripe_after = 200 -- [seconds]

--- Finds the fields of the map. Their plots have random ages at first.
function fields.new(world)
  local self = setmetatable({ plots = {} }, Fields)
  for _, object in ipairs(world.map.objects) do
    if object.name == "field" then
      for _, tile in ipairs(world.map:tiles(object)) do
        self.plots[#self.plots + 1] = {
          x = tile[1], y = tile[2], age = love.math.random() * 1.3 * ripe_after, is_taken = false,
        }
      end
    end
  end
  return self
end

function fields.is_ripe(plot)
  return plot.age >= ripe_after
end

--- Returns the stage of growth: from 0 (bare) to 3 (ripe).
function fields.stage(plot)
  return math.min(math.floor(plot.age / ripe_after * 3), 3)
end

function fields.cut(plot)
  plot.age = 0
end

--- Returns a ripe plot that no farmer has taken; nil when there is none. Distances from (x, y) are
--- multiplied by random numbers, so that usually a near plot is returned, but not always the same.
function Fields:ripe_plot(x, y)
  local best, least
  for _, plot in ipairs(self.plots) do
    local distance = (math.abs(plot.x - x) + math.abs(plot.y - y) + 1) * love.math.random()
    if fields.is_ripe(plot) and not plot.is_taken and (not best or distance < least) then
      best, least = plot, distance
    end
  end
  return best
end

--- Lets the grain grow.
function Fields:update(dt)
  for _, plot in ipairs(self.plots) do plot.age = plot.age + dt end
end

return fields
