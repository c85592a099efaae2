import type { Planted } from '../mutant-lists.ts';

export default {
  'store/stores.test.ts': {
    'store/redis/lua/append.lua': {
      'Redis: messages of one step are numbered in their order': {
        find: 'last - #messages + i',
        replace: 'last - i + 1',
      },
      'Redis: the last 100 messages are kept': {
        find: 'or -HISTORY_LIMIT, -1',
        replace: 'or -HISTORY_LIMIT - 1, -1',
      },
      'Redis: a busy room keeps more than its history shows': {
        find: 'now - at < BUSY_MS and -BUSY_LIMIT or -HISTORY_LIMIT',
        replace: '-HISTORY_LIMIT',
      },
      'Redis: what banned users say is not stored': {
        find: 'if not ban or message.timestamp >= tonumber(ban) then',
        replace: 'if true then',
      },
    },
    'store/redis/lua/remove.lua': {
      'Redis: a room of the instant itself is not too old': {
        find: 'at < tonumber(ARGV[1])',
        replace: 'at <= tonumber(ARGV[1])',
      },
    },
    'store/redis/redis-chat-store.ts': {
      'Redis: a replica that closes takes back what it has published': {
        find: 'await presence.leave().catch(ignoreOutage);',
        replace: '',
      },
    },
    'store/redis/lua/delete.lua': {
      'Redis: a deletion finds the message by its number': {
        find: "or '0') - 1",
        replace: "or '0')",
      },
      'Redis: a deleted message keeps its room young, and is removed with it': {
        find: '\',"content":"","deleted":true,"timestamp":\' .. timestamp .. \',"seq":\' .. seq .. \'}\'',
        replace:
          '\',"content":"","timestamp":\' .. timestamp .. \',"seq":\' .. seq .. \',"deleted":true}\'',
      },
    },
    'store/redis/kicks.ts': {
      'Redis: a kick waits for all replicas': {
        find: 'if (isLate || answers.length >= told) {',
        replace: 'if (isLate || answers.length > 0 || told === 0) {',
      },
    },
    'store/redis/lua/read.lua': {
      'Redis: history ends where it is to end, though the list is longer': {
        find: "math.min(redis.call('LLEN', KEYS[2]), HISTORY_LIMIT)",
        replace: "redis.call('LLEN', KEYS[2])",
      },
    },
    'store/redis/lua/users.lua': {
      'Redis: a user leaves with the last connection on any replica': {
        find: 'if all <= 0 then',
        replace: 'if now <= 0 then',
      },
      'Redis: a user joins with the first connection on any replica': {
        find: 'elseif all - now + before <= 0 then',
        replace: 'elseif before <= 0 then',
      },
    },
    'store/redis/presence.ts': {
      'Redis: the users of a silent replica are taken back': {
        find: 'for (const replica of await silent(now)) await command(takeBack(replica));',
        replace: '',
      },
      'Redis: a replica that was given up takes another id': {
        find: 'own = randomUUID();\n      await',
        replace: 'await',
      },
    },
  },
  'room/recovery.test.ts': {
    'room/recovery.ts': {
      'a message that comes twice is delivered once': {
        find: 'if (message.seq <= this.#sent.seq) continue;',
        replace: 'if (message.seq < this.#sent.seq) continue;',
      },
      'what was sent before the store lost messages is not sent again': {
        find: 'const parting = common?.seq ?? ',
        replace: 'const parting = common?.seq === place ? place : ',
      },
      'what comes while history is read waits': {
        find: 'if (this.#held === undefined) {',
        replace: 'if (this.#recovery !== undefined || this.#held === undefined) {',
      },
      'what waits is kept when history cannot be read': {
        find: 'this.#held = [...earlier, ...this.#held!].slice(-maxHeld);',
        replace: '',
      },
      'no content comes after its deletion': {
        find: 'if (this.#held === undefined) return work();',
        replace: 'if (this.#held === undefined || this.#room !== "") return work();',
      },
    },
    'room/sent.ts': {
      'a store that lost its latest messages is noticed': {
        find: 'if (sent === digest) return true;',
        replace: 'if (sent !== undefined) return true;',
      },
      'a message that was deleted is not taken for another one': {
        find: 'return isDeleted && ',
        replace: 'return isDeleted && false && ',
      },
    },
  },
  'room/hub.test.ts': {
    'room/hub.ts': {
      'what has arrived is stored before the clients are closed': {
        find: 'while (this.#incoming.size > 0) this.#append();\n    await this.#appended;',
        replace: '',
      },
    },
    'room/room.ts': {
      'a ban holds for who is on the way in': {
        find: 'if (arrival.user === user && bannedUntil !== undefined) arrival.bannedUntil = bannedUntil;',
        replace: '',
      },
    },
  },
  'test/moderation.test.ts': {
    'moderate.ts': {
      'a ban ends at its instant': { find: 'now >= bannedUntil', replace: 'now > bannedUntil' },
    },
  },
} satisfies Planted;
