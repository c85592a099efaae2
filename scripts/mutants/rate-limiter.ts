import type { Planted } from '../mutant-lists.ts';

export default {
  'store/stores.test.ts': {
    'store/memory/meters.ts': {
      'what was counted is not forgotten while a clock may go back to it': {
        find: 'windowMs + clockSlackMs',
        replace: 'windowMs',
      },
    },
    'store/memory/memory-rate-limiter-store.ts': {
      'several limits are counted all or none': {
        find: 'left.every((units) => units >= cost)',
        replace: 'left.some((units) => units >= cost)',
      },
      'a cost above the limit is never allowed': {
        find: 'cost > limit.limit ? Infinity',
        replace: 'cost > 2 * limit.limit ? Infinity',
      },
    },
    'store/memory/fixed-window.ts': {
      'fixed window: a refund never gives more than was counted': {
        find: 'Math.max(0, this.#count - cost)',
        replace: 'this.#count - cost',
      },
    },
    'store/redis/lua/fixed-window.lua': {
      'fixed window, Redis: a window begins with a count of 0': {
        find: 'string.sub(text, 1, 13) >= window.start',
        replace: 'string.sub(text, 1, 13) > window.start',
      },
      'fixed window, Redis: a clock that went back opens no window': {
        find: 'window.start, window.count = string.sub(text, 1, 13), tonumber',
        replace: 'window.count = tonumber',
      },
      'fixed window, Redis: several limits are counted all or none': {
        find: '    has_room = 0',
        replace: '    has_room = i == #KEYS and 0 or 1',
      },
    },
    'store/redis/lua/sliding-window.lua': {
      'sliding window, Redis: a request leaves exactly one window after it came': {
        find: 'if count > 0 and at(log, count) <= past then\n    count',
        replace: 'if count > 0 and at(log, count) < past then\n    count',
      },
      'sliding window, Redis: a refund takes what was counted last': {
        find: 'local last = oldest_with(log, log.used)',
        replace: 'local last = 1',
      },
      'sliding window, Redis: totals go on after the last of their digits': {
        find: 'log.used = (total(log, 1) - log.base) % WRAP',
        replace: 'log.used = total(log, 1) - log.base',
      },
      'sliding window, Redis: what was counted does not leave early when points are joined': {
        find: '      if slice ~= last then',
        replace: '      if slice ~= last or #kept == 1 then',
      },
      'sliding window, Redis: a long list is cut where the window begins': {
        find: "redis.call('LTRIM', log.key, 0, log.inside + 1)",
        replace: "redis.call('LTRIM', log.key, 0, log.inside)",
      },
      'sliding window, Redis: a clock that went back keeps the points in order': {
        find: 'elseif now <= log.newest then',
        replace: 'elseif now == log.newest then',
      },
    },
    'store/redis/redis-rate-limiter-store.ts': {
      'sliding window, Redis: all windows of a key share a slot': {
        find: "key.replaceAll('%', '%25').replaceAll('}', '%7D')",
        replace: 'key',
      },
    },
    'store/memory/token-bucket.ts': {
      'token bucket: a clock that went back fills nothing later': {
        find: 'this.#missing = this.#missingAt(limit, now) + cost * limit.windowMs;\n    this.#at = Math.max(this.#at, now);',
        replace:
          'this.#missing = this.#missingAt(limit, now) + cost * limit.windowMs;\n    this.#at = now;',
      },
      'token bucket: a refund never fills it above the limit': {
        find: 'Math.max(0, this.#missingAt(limit, now) - cost * limit.windowMs)',
        replace: 'this.#missingAt(limit, now) - cost * limit.windowMs',
      },
    },
    'store/redis/lua/token-bucket.lua': {
      'token bucket, Redis: a whole token is wanted': {
        find: 'bucket.missing + bucket.cost > limit * window',
        replace: 'bucket.missing + bucket.cost >= limit * window + window',
      },
      'token bucket, Redis: never fuller than the limit': {
        find: 'math.max(0, bucket.missing - (now - at) * limit)',
        replace: 'bucket.missing - (now - at) * limit',
      },
    },
  },
  'store/counters.test.ts': {
    'store/redis/lua/increment.lua': {
      'counters, Redis: the end belongs to the next window': {
        find: 'till <= ARGV[1]',
        replace: 'till < ARGV[1]',
      },
    },
  },
  'store/policies.test.ts': {
    'store/redis/lua/remove-policy.lua': {
      'policies: there are so many overrides at most, those of removed ones left out': {
        find: "redis.call('DECRBY', KEYS[4], redis.call('HLEN', KEYS[3]))",
        replace: '',
      },
    },
    'policies/policy-book.ts': {
      'policies: one that is made again has no overrides of the one before': {
        find: "if (entry.kind === 'removed') book.delete(name);",
        replace: "if (entry.kind === 'removed') return;",
      },
    },
    'store/redis/policies.ts': {
      'policies, Redis: a replica that missed too much reads everything': {
        find: 'changes[0][0] === cursor',
        replace: 'true',
      },
    },
  },
} satisfies Planted;
