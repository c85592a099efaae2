import type { Mutant } from '../mutants.ts';

const stores = ['store/stores.test.ts'];
const counters = ['store/counters.test.ts'];

export default [
  {
    rule: 'fixed window: no request more than the limit',
    file: 'store/memory/fixed-window.ts',
    find: 'entry.count < limit',
    replace: 'entry.count <= limit',
    tests: stores,
  },
  {
    rule: 'fixed window: a clock that went back opens no window',
    file: 'store/memory/fixed-window.ts',
    find: 'entry.start < start',
    replace: 'entry.start !== start',
    tests: stores,
  },
  {
    rule: 'fixed window, Redis: a window begins with a count of 0',
    file: 'store/redis/lua/fixed-window.lua',
    find: 'before >= start',
    replace: 'before > start',
    tests: stores,
  },
  {
    rule: 'fixed window, Redis: a clock that went back opens no window',
    file: 'store/redis/lua/fixed-window.lua',
    find: 'start, count = before, tonumber',
    replace: 'count = tonumber',
    tests: stores,
  },
  {
    rule: 'sliding window: a refused request is not counted',
    file: 'store/memory/sliding-window.ts',
    find: 'if (allowed) requests.record(now)',
    replace: 'requests.record(now)',
    tests: stores,
  },
  {
    rule: 'sliding window: there is room when the oldest leaves, not the newest',
    file: 'store/memory/sliding-window.ts',
    find: 'requests.at(count - limit)',
    replace: 'requests.at(count - 1)',
    tests: stores,
  },
  {
    rule: 'sliding window, Redis: a refused request is not counted',
    file: 'store/redis/lua/sliding-window.lua',
    find: 'if left >= 0 then',
    replace: 'if left >= -1 then',
    tests: stores,
  },
  {
    rule: 'token bucket: never fuller than the limit',
    file: 'store/memory/token-bucket.ts',
    find: 'Math.min(full, bucket.level + elapsed * limit)',
    replace: 'bucket.level + elapsed * limit',
    tests: stores,
  },
  {
    rule: 'token bucket: a clock that went back fills nothing later',
    file: 'store/memory/token-bucket.ts',
    find: 'Math.max(bucket.at, now)',
    replace: 'now',
    tests: stores,
  },
  {
    rule: 'token bucket, Redis: a whole token is wanted',
    file: 'store/redis/lua/token-bucket.lua',
    find: 'level >= window',
    replace: 'level > 0',
    tests: stores,
  },
  {
    rule: 'token bucket, Redis: never fuller than the limit',
    file: 'store/redis/lua/token-bucket.lua',
    find: 'level > full',
    replace: 'level < 0',
    tests: stores,
  },
  {
    rule: 'counters: the end belongs to the next window',
    file: 'store/memory/counters.ts',
    find: 'now < entry.end) return ++entry.count',
    replace: 'now <= entry.end) return ++entry.count',
    tests: counters,
  },
  {
    rule: 'counters, Redis: the end belongs to the next window',
    file: 'store/redis/lua/increment.lua',
    find: 'till <= ARGV[1]',
    replace: 'till < ARGV[1]',
    tests: counters,
  },
  {
    rule: 'one IPv6 network is one client',
    file: '../../kit/web/safety/client-key.ts',
    find: 'const networkBits = 56',
    replace: 'const networkBits = 64',
    tests: ['../../kit/web/safety/client-key.test.ts'],
  },
  {
    rule: 'text that is no address cannot be a key',
    file: '../../kit/web/safety/api-limit.ts',
    find: "clientKey(ip) ?? clientKey(socket.remoteAddress ?? '') ?? ''",
    replace: 'clientKey(ip) ?? ip',
    tests: ['plugin.test.ts', 'test/http.test.ts'],
  },
  {
    rule: 'Retry-After is rounded up',
    file: '../../kit/web/safety/rate-limit-headers.ts',
    find: 'Math.ceil(ms / 1000)',
    replace: 'Math.floor(ms / 1000)',
    tests: ['plugin.test.ts', 'test/http.test.ts'],
  },
] satisfies Mutant[];
