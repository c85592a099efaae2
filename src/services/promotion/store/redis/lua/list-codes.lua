-- A page of the codes of a rule, by batch, then by key.
-- KEYS: those of the hash tag.
-- ARGV: incarnation, batch and key that the page comes after ('' and '': the first page), codes on it.
-- Reply: JSON {codes = [as of find-codes, …], next = {batch, key} when there is another page}.
local incarnation, after_batch, after_key, limit = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local codes, last = {}, nil

-- Adds the codes of a batch behind `after`; true when the page is full and more is left.
local function add(batch, after)
  local first = after and '(' .. after or '-'
  local found = redis.call('ZRANGE', key('codes', batch), first, '+', 'BYLEX', 'LIMIT', 0,
    limit - #codes + 1)
  for _, code in ipairs(found) do
    if #codes == limit then
      return true
    end
    codes[#codes + 1] = code_json(find_code(code))
    last = { batch = batch, key = code }
  end
  return false
end

local function add_all()
  local first = after_batch == '' and '-' or '[' .. after_batch
  while true do
    local batches = redis.call('ZRANGE', key('batches', incarnation), first, '+', 'BYLEX', 'LIMIT', 0, 100)
    for _, batch in ipairs(batches) do
      local is_pending = redis.call('HEXISTS', key('batch', batch), 'since') == 1
      if not is_pending and add(batch, batch == after_batch and after_key) then
        return true
      end
      first = '(' .. batch
    end
    if #batches == 0 then
      return false
    end
  end
end

local is_more = add_all()
return '{"codes":[' .. table.concat(codes, ',') .. ']'
  .. (is_more and ',"next":' .. cjson.encode(last) or '') .. '}'
