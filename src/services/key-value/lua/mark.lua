-- Shared: refuses a caller that believes in another version of the ring than the node serves.
local function other_mark(own, mark)
  if redis.call('GET', own) ~= mark then
    return redis.error_reply('STALE ring')
  end
end
