-- Refuses a caller that believes in another version of the ring than the node serves.
local function version_mismatch(version_key, version_id)
  if redis.call('GET', version_key) ~= version_id then
    return redis.error_reply('VERSIONMISMATCH')
  end
end
