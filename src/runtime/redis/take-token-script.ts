/**
 * Takes a token out of a bucket, in one step that nobody can come between. KEYS[1] is the bucket; ARGV[1] how many
 * tokens it holds, ARGV[2] how many come back in a millisecond. Answers { 1, 0 }, or { 0, milliseconds to wait }. A
 * bucket that would be full again anyway is forgotten.
 */
export const takeTokenScript = `
local capacity = tonumber(ARGV[1])
local refill = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(kept[1]) or capacity
local at = tonumber(kept[2]) or now
tokens = math.min(capacity, tokens + math.max(0, now - at) * refill)
local taken = 0
local wait = 0
if tokens >= 1 then
  tokens = tokens - 1
  taken = 1
else
  wait = math.ceil((1 - tokens) / refill)
end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.9f', tokens), 'at', string.format('%d', now))
redis.call('PEXPIRE', KEYS[1], string.format('%d', math.min(1e12, math.ceil((capacity - tokens) / refill) + 1000)))
return { taken, wait }
`;
