--- Draws the benchmark's results as an SVG: horizontal bars on a logarithmic scale.
local chart = {}

local WIDTH, LABEL, NOTE = 760, 158, 148 -- [px] full width, width of names, width of numbers
local BAR, GAP = 15, 6
local FONT = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"

-- Colors for a light page, and for viewers that prefer a dark page.
local STYLE = [[
  text { font: 12px ]] .. FONT .. [[; fill: #24292f }
  .page { fill: #ffffff } .title { font-size: 14px; font-weight: 600 }
  .times { font-weight: 600 }
  .quiet { fill: #6e7781; font-size: 11px } .grid { stroke: #d0d7de; stroke-width: 1 }
  .ours { fill: #0a7f62 } .peer { fill: #8896a5 } .other { fill: #c9d1d9 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .page { fill: #0d1117 }
    .quiet { fill: #9198a1 } .grid { stroke: #30363d }
    .ours { fill: #2fbf8f } .peer { fill: #768390 } .other { fill: #444c56 }
  }
]]

local function escape(text)
  return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }))
end

--- A time in a readable unit, with at most three digits.
local function time_words(value)
  local unit = "µs"
  if value >= 999.5 then
    value, unit = value / 1000, "ms"
  elseif value < 0.9995 then
    value, unit = value * 1000, "ns"
  end
  local digits = value >= 99.95 and "%.0f" or value >= 9.995 and "%.1f" or "%.2f"
  return (digits .. " %s"):format(value, unit)
end

local function times_words(value)
  if value < 1.95 then return ("%.2f×"):format(value) end
  if value < 9.95 then return ("%.1f×"):format(value) end
  local step = 10 ^ math.max(0, math.floor(math.log(value) / math.log(10)) - 2)
  local text = ("%.0f"):format(math.floor(value / step + 0.5) * step)
  while text:find("%d%d%d%d") do text = text:gsub("(%d)(%d%d%d)%f[^%d]", "%1,%2", 1) end
  return text .. "×"
end

local function tick_words(power)
  if power < 0 then return ("%.0f ns"):format(10 ^ (power + 3)) end
  if power < 3 then return ("%.0f µs"):format(10 ^ power) end
  return power < 6 and ("%.0f ms"):format(10 ^ (power - 3)) or ("%.0f s"):format(10 ^ (power - 6))
end

--- The powers of ten between which all bars lie.
local function range_of(panels)
  local low, high = math.huge, -math.huge
  for _, panel in ipairs(panels) do
    for _, bar in ipairs(panel.bars) do
      local power = math.log(bar.value) / math.log(10)
      low, high = math.min(low, power), math.max(high, power)
    end
  end
  return math.floor(low - 0.1), math.ceil(high)
end

local function text(class, x, y, anchor, words)
  return ('<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>')
    :format(class, x, y, anchor, escape(words))
end

local function draw_bar(out, bar, y, at)
  local class = bar.ours and "ours" or bar.counted and "peer" or "other"
  local right, base = at(bar.value), y + BAR - 3
  out[#out + 1] = text("name", LABEL - 8, base, "end", bar.name .. (bar.counted and "" or " *"))
  out[#out + 1] = ('<rect class="%s" x="%d" y="%d" width="%.1f" height="%d" rx="2"/>')
    :format(class, LABEL, y, math.max(right - LABEL, 2), BAR)
  out[#out + 1] = text("name", right + 6, base, "start", time_words(bar.value))
  if bar.times ~= 1 then
    out[#out + 1] = text("times", WIDTH - 12, base, "end", times_words(bar.times))
  end
end

--- Draws a panel below `y`; returns where it ends.
local function draw_panel(out, panel, y, low, high, at)
  out[#out + 1] = text("title", 12, y + 14, "start", panel.title)
  out[#out + 1] = text("quiet", WIDTH - 12, y + 14, "end",
    ("mean time of a query, %d map%s"):format(panel.maps, panel.maps == 1 and "" or "s"))
  local top = y + 24
  local bottom = top + #panel.bars * (BAR + GAP)
  for power = low, high do
    local x = at(10 ^ power)
    out[#out + 1] = ('<line class="grid" x1="%.1f" y1="%d" x2="%.1f" y2="%d"/>')
      :format(x, top, x, bottom)
    out[#out + 1] = text("quiet", x, bottom + 13, "middle", tick_words(power))
  end
  for i, bar in ipairs(panel.bars) do
    draw_bar(out, bar, top + (i - 1) * (BAR + GAP) + GAP / 2, at)
  end
  return bottom + 34
end

--- Writes the chart of `panels`: { title, maps, bars = { { name, value [us], times, ours,
--- counted } } }, with the lines `about` below them.
function chart.write(path, panels, about)
  if #panels == 0 then return end
  local low, high = range_of(panels)
  local function at(value)
    local share = (math.log(value) / math.log(10) - low) / (high - low)
    return LABEL + share * (WIDTH - LABEL - NOTE)
  end
  local out, y = {}, 16
  for _, panel in ipairs(panels) do y = draw_panel(out, panel, y, low, high, at) end
  local notes = {
    "Logarithmic scale. Geometric mean over the maps of the mean over the same queries. ×: ratio "
      .. "to the time from C.",
    "*: most of its paths are longer than the shortest path.",
  }
  for _, line in ipairs(about) do notes[#notes + 1] = line end
  for _, line in ipairs(notes) do
    out[#out + 1] = text("quiet", 12, y + 4, "start", line)
    y = y + 16
  end
  local file = assert(io.open(path, "w"))
  file:write(('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
    .. 'viewBox="0 0 %d %d">\n<style>\n%s</style>\n'):format(WIDTH, y + 8, WIDTH, y + 8, STYLE))
  file:write('<rect class="page" width="100%" height="100%" rx="6"/>\n')
  file:write(table.concat(out, "\n"), "\n</svg>\n")
  file:close()
end

return chart
