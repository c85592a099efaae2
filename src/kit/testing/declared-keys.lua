-- Stands before each script of a test: see declared-keys.ts.
local redis = (function(redis)
  local declared = {}
  for _, name in ipairs(KEYS) do
    declared[name] = true
  end
  local tag = #KEYS == 2 and KEYS[2] == KEYS[1] .. ':absent' and KEYS[1] .. ':'
  local function check(...)
    local touched = redis.pcall('COMMAND', 'GETKEYS', ...)
    -- A command without keys is an error.
    for _, name in ipairs(touched.err and {} or touched) do
      if not declared[name] and not (tag and string.sub(name, 1, #tag) == tag) then
        error(... .. ' touches a key that is not declared: ' .. name)
      end
    end
  end
  local function call(...)
    check(...)
    return redis.call(...)
  end
  return setmetatable({ call = call }, { __index = redis })
end)(redis)
