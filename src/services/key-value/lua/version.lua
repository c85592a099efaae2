-- Shared: refuses a caller that believes in another version of the ring than the node serves.
local function other_version(state, version)
  local own = redis.call('GET', state) or '0'
  if own ~= version then
    return redis.error_reply('STALE ' .. own)
  end
end
