-- An entry is kept as one string: its tag (16 characters), the instant at which it expires
-- (milliseconds in 15 digits; zeros: never), and the value. The first two are its head.
-- Scripts that change a key have KEYS: version, entries, index, expiries, tombstones.

-- Refuses a caller that believes in another version of the ring than the node serves.
local function version_mismatch(version_key, version_id)
  if redis.call('GET', version_key) ~= version_id then
    return redis.error_reply('VERSIONMISMATCH')
  end
end

local function tag_of(head)
  return string.sub(head, 1, 16)
end

local function expiry_of(head)
  return tonumber(string.sub(head, 17, 31))
end

local function is_expired(head, now)
  local expiry = expiry_of(head)
  return expiry > 0 and expiry <= tonumber(now)
end

local function store(key, entry)
  if redis.call('HSET', KEYS[2], key, entry) == 1 then
    redis.call('ZADD', KEYS[3], 0, key)
  end
  local expiry = expiry_of(entry)
  if expiry > 0 then
    redis.call('ZADD', KEYS[4], expiry, key)
  else
    redis.call('ZREM', KEYS[4], key)
  end
end

-- Removes a key, if it is there.
local function remove(key, leave_tombstone)
  redis.call('HDEL', KEYS[2], key)
  redis.call('ZREM', KEYS[3], key)
  redis.call('ZREM', KEYS[4], key)
  if leave_tombstone == '1' then
    redis.call('SADD', KEYS[5], key)
  end
end

-- Whether a list of tags ('*', or ' tag tag ') names the one of a value; no value: it does not.
local function names(tags, tag)
  return tag and (tags == '*' or string.find(tags, ' ' .. tag .. ' ', 1, true))
end

-- Judges the entry that counts for a key: the one here, else the head of the one at the former owner.
-- An expired entry is removed in this very step. An empty condition was not sent.
local function is_met(key, leave_tombstone, now, if_match, if_none_match, left)
  local head = redis.call('HGET', KEYS[2], key)
  if not head and left ~= '' and redis.call('SISMEMBER', KEYS[5], key) == 0 then
    head = left
  end
  if head and is_expired(head, now) then
    remove(key, leave_tombstone)
    head = nil
  end
  local tag = head and tag_of(head)
  if if_match ~= '' and not names(if_match, tag) then
    return false
  end
  return if_none_match == '' or not names(if_none_match, tag)
end
