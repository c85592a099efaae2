-- Shared: how much longer a key is kept than it is needed, milliseconds. Instants come from the
-- callers, whose clocks may differ: they decide, not the vanishing.
local SLACK = 10000
