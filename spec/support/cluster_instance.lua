-- An instance of examples/cluster/world.lua for spec/support/cluster.lua, where the user "tester" may evaluate code. It
-- ends with the specs.
require("fiber").create(function()
  require("fiber").sleep(300)
  os.exit(1)
end)
loadfile "examples/cluster/world.lua"()
if not box.info.ro and not box.schema.user.exists "tester" then
  box.schema.user.create("tester", { password = "tester" })
  box.schema.user.grant("tester", "read,write,execute", "universe")
end
