-- Tells which entry is the latest. Reply: see lib.lua.
return reply('done')
