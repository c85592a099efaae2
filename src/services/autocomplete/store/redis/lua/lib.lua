-- Shared by the scripts: the stream, the indexes, counts of terms.
-- KEYS: those of the hash tag. They are
--   <tag>:changes       stream  the latest changes; ids <running number>-<microseconds>
--   <tag>:indexes       hash    name -> "<id> <half-life, hours> <since, ms> <half-lives passed then>"
--   <tag>:held          string  how many terms there are in all indexes; a blocked one counts once more
--   <tag>:freq:<id>     hash    term -> "<freq>", or "<freq> <half-lives passed>" if any had
--   <tag>:blocked:<id>  set     of terms
-- ARGV begins with: entries to keep, id of the latest entry that the caller knows of, the present
--   instant, name of the index, pre-loaded terms (separated by blanks), most terms, most indexes.
-- Reply: id of the latest entry, 1 if the one that the caller knew of was still there, else 0, how
--   it went, id of the index, and a list of numbers as text, which is empty unless a script says so.
local tag = KEYS[1]
local changes, indexes, held = tag .. ':changes', tag .. ':indexes', tag .. ':held'
local now, name = tonumber(ARGV[3]), ARGV[4]
local max_terms, max_indexes = tonumber(ARGV[6]), tonumber(ARGV[7])
local first_own = 8

local newest = redis.call('XREVRANGE', changes, '+', '-', 'COUNT', 1)[1]
local last = newest and tonumber(string.match(newest[1], '^%d+')) or 0
local latest = newest and newest[1]
local known = #redis.call('XRANGE', changes, ARGV[2], ARGV[2])
-- Ids are <running number>-<microseconds>: a gap shows, and what takes the place of an entry that
-- was lost has a higher id.
local time = redis.call('TIME')
local microseconds = string.format('%d%06d', time[1], time[2])

local function append(...)
  last = last + 1
  local id = string.format('%d-%s', last, microseconds)
  latest = redis.call('XADD', changes, 'MAXLEN', '~', ARGV[1], id, ...)
end

local function text_of(number)
  return string.format('%.17g', number)
end

-- The index of this name, or nil.
local function find_index(index_name)
  local text = redis.call('HGET', indexes, index_name)
  if not text then return nil end
  local id, hours, since, passed = string.match(text, '^(%S+) (%S+) (%S+) (%S+)$')
  hours, passed = tonumber(hours), tonumber(passed)
  -- As decay.ts says.
  if hours > 0 then
    passed = passed + math.max(0, now - tonumber(since)) / math.max(1, hours * 3600000)
  end
  return { id = id, halvings = passed, decays = hours > 0 or passed > 0 }
end

local function save_index(index_name, id, hours, since, halvings)
  redis.call('HSET', indexes, index_name,
    string.format('%s %s %s %s', id, text_of(hours), text_of(since), text_of(halvings)))
end

-- The index of this name, made if need be; nil when there would be too many.
local function index_for(index_name)
  local found = find_index(index_name)
  if found or redis.call('HLEN', indexes) >= max_indexes then return found end
  -- The number of the entry that tells of it: no other index ever had it.
  local id = string.format('%d', last + 1)
  save_index(index_name, id, 0, 0, 0)
  append('made', index_name, 'index', id)
  return { id = id, halvings = 0, decays = false }
end

local function freqs_of(index) return tag .. ':freq:' .. index.id end
local function blocked_of(index) return tag .. ':blocked:' .. index.id end

-- Sets the count of a term and tells of it; the reply to HSET: 1 when it is new.
local function save_count(index, term, freq, halvings)
  local text = text_of(freq)
  local value = halvings == 0 and text or text .. ' ' .. text_of(halvings)
  append('term', term, 'index', index.id, 'freq', text, 'halvings', text_of(halvings))
  return redis.call('HSET', freqs_of(index), term, value)
end

local function room()
  return max_terms - tonumber(redis.call('GET', held) or 0)
end

local function reply(how, index, numbers)
  return { latest, known, how, index and index.id or '', numbers or {} }
end

-- A new deployment gets its pre-loaded terms first.
if not newest then
  local index = index_for('default')
  for term in string.gmatch(ARGV[5], '%S+') do
    redis.call('INCRBY', held, save_count(index, term, 1, 0))
  end
end
