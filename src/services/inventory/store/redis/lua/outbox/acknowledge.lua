-- Removes entries that the record has.
-- KEYS: those of the shard. ARGV: entries.
-- Reply: nil.
for _, id in ipairs(ARGV) do
  local text = redis.call('HGET', key('entries'), id)
  if text then
    local entry = cjson.decode(text)
    for _, movement in ipairs(entry.movements) do
      write('HDEL', key('pending', in_hub(entry.hubId, movement.sku)), movement.seq)
    end
    write('HDEL', key('entries'), id)
    write('HDEL', key('rejections'), id)
    write('ZREM', key('rejected'), id)
    write('ZREM', key('outbox'), id)
    write('ZREM', key('claimable'), id)
  end
end
commit()
