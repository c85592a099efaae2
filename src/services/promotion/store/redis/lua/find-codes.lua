-- Codes by their keys.
-- KEYS: those of the hash tag. ARGV: keys of codes.
-- Reply: JSON array with {spelling, promoId, incarnation, usesPerCode, uses, ended} or null for each.
local codes = {}
for i, code in ipairs(ARGV) do
  local found = find_code(code)
  codes[i] = found and code_json(found) or 'null'
end
return '[' .. table.concat(codes, ',') .. ']'
