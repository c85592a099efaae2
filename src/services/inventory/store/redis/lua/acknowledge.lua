-- Removes entries that the record has.
-- KEYS[1]: shard. ARGV: entries.
-- Reply: nil.
for _, id in ipairs(ARGV) do
  local text = redis.call('HGET', key('entries'), id)
  if text then
    local entry = cjson.decode(text)
    for _, movement in ipairs(entry.movements) do
      redis.call('HDEL', key('pending', entry.hub .. '/' .. movement.sku), movement.seq)
    end
    redis.call('HDEL', key('entries'), id)
    redis.call('ZREM', key('outbox'), id)
    redis.call('ZREM', key('claims'), id)
  end
end
