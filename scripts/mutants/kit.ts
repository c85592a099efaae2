import type { Planted } from '../mutant-lists.ts';

export default {
  'web/collect-body.test.ts': {
    'web/safety/unread-bodies.ts': {
      'an answer that does not wait for the body reaches a client that asks to close': {
        find: 'if (isKept) done',
        replace: 'if (isKept || true) done',
      },
    },
  },
  'base/sliding-window.test.ts': {
    'base/sliding-window.ts': {
      'a request leaves the window when it is exactly as old': {
        find: 'if (this.#at(low) > past) return low;',
        replace: 'if (this.#at(low) >= past) return low;',
      },
      'an instant at which all was taken back is not waited for': {
        find: 'if (isOnly) points.splice(2 * index, 2);',
        replace: '',
      },
      'a refund takes what was counted last': {
        find: 'const last = this.#firstWith(this.#base + used);',
        replace: 'const last = this.#count - 1;',
      },
    },
    'base/sliding-window.lua': {
      'Lua: a request leaves the window when it is exactly as old': {
        find: 'last) <= past do',
        replace: 'last) < past do',
      },
    },
  },
  'stores/sqlite.test.ts': {
    'stores/sqlite.ts': {
      'a unit that fails harms none of its batch': {
        find: 'const committed = areTogether ? batch : this.#oneByOne(batch);',
        replace: 'const committed = batch;',
      },
      'what a rolled back unit changed besides the database is reverted': {
        find: 'for (const revert of this.#reverts.reverse()) revert();',
        replace: '',
      },
    },
  },
  'stores/disk.test.ts': {
    'stores/sqlite.ts': {
      'what was refused because the index of the log is full does not come back': {
        find: 'if (this.#log !== undefined && isLogIndexError(error)) endLog(this.#log, this.#db);',
        replace: '',
      },
      'a store that refused a write is not ready until a probe passes': {
        find: 'return (this.#outage = diskRefusal(trouble, this.#path, error));',
        replace: 'return diskRefusal(trouble, this.#path, error);',
      },
    },
    'stores/disk.ts': {
      'no write is acknowledged that goes to a deleted file': {
        find: '?.ino !== ino,',
        replace: '?.ino === 0,',
      },
    },
  },
  'stores/batch.test.ts': {
    'stores/batch.ts': {
      'a batch that fails is told to each caller': {
        find: 'for (const { reject } of callers) reject(error);',
        replace: 'callers[0]!.reject(error);',
      },
    },
  },
  'web/safety/browser-safety.test.ts': {
    'web/safety/browser-safety.ts': {
      'a foreign Host is refused': {
        find: 'if (!loopback && allowedHosts.length === 0) return;',
        replace: 'if (allowedHosts.length === 0) return;',
      },
      'a page of another site without an Origin is refused': {
        find: "origin === undefined && headers['sec-fetch-site'] !== 'cross-site'",
        replace: 'origin === undefined',
      },
    },
  },
  '../services/crawler/test/guard.test.ts': {
    'web/addresses.ts': {
      'a name with one private address is refused': {
        find: '!addresses.every(isAllowed)',
        replace: '!addresses.some(isAllowed)',
      },
    },
  },
  'web/addresses.test.ts': {
    'web/addresses.ts': {
      'an address that hides a private one is private': {
        find: 'if (found === undefined) return parsed;',
        replace: 'if (found === undefined || found) return parsed;',
      },
    },
  },
  'web/safety/bounds.test.ts': {
    'web/safety/bounds.ts': {
      'pipelined requests wait for those before them': {
        find: 'this.#waiting.length === 0 && this.#mayBegin()',
        replace: 'true',
      },
    },
  },
  'stores/redis.test.ts': {
    'stores/redis.ts': {
      'the keys of a hash tag never exist': { find: '[tag, `${tag}:absent`]', replace: '[tag]' },
    },
  },
  'stores/redis-start.test.ts': {
    'stores/redis-start.ts': {
      'a database that the server lacks is refused': {
        find: 'await redis.select(database);',
        replace: '',
      },
      'a Cluster takes no other database than 0': {
        find: 'if (database === 0) continue;',
        replace: 'continue;',
      },
      'a server of an old version is refused': {
        find: 'if (found === undefined) return;',
        replace: 'return;',
      },
      'Valkey is judged by its own version': {
        find: 'const version = valkey ?? ',
        replace: 'const version = ',
      },
      'a port that speaks TLS is named': {
        find: 'if (tls !== undefined) return false;',
        replace: 'return false;',
      },
      'a replica is refused': {
        find: "if (info.get('role') !== 'slave') return;",
        replace: 'return;',
      },
    },
  },
  'stores/redis-eviction.test.ts': {
    'stores/redis-eviction.ts': {
      'a policy that evicts is refused': {
        find: 'if (this.#evicting !== undefined && !mayLoseKeys) {',
        replace: 'if (false) {',
      },
      'the policy is checked at each reconnection': {
        find: "this.#redis.on('ready', again);",
        replace: '',
      },
      'the policy is checked while we run': {
        find: 'setInterval(again, checkEveryMs)',
        replace: 'setInterval(() => {}, checkEveryMs)',
      },
    },
  },
  'stores/redis-channels.test.ts': {
    'stores/redis-channels.ts': {
      'a follower reads again before the first message after an interruption': {
        find: 'if (this.#lapsed.delete(channel)) this.#listener.resumed(channel);',
        replace: '',
      },
      'channels are followed again when a Cluster has replaced a connection': {
        find: "subscriber.on('subscribersReady', resume);",
        replace: '',
      },
    },
  },
  'stores/redis-cluster.test.ts': {
    'stores/redis-cluster.ts': {
      'a Cluster is not asked again for what may have been done': {
        find: 'retryDelayOnFailover: 0',
        replace: 'retryDelayOnFailover: 100',
      },
    },
  },
  'stores/availability.test.ts': {
    'stores/availability.ts': {
      'a store that hangs is waited for a limited time': {
        find: 'setTimeout(() => giveUp(`no answer within ${limitMs} ms`), limitMs)',
        replace: 'setTimeout(() => {}, limitMs)',
      },
    },
  },
  'stores/availability.test.ts stores/postgres.test.ts': {
    'stores/availability.ts': {
      'what is under way when a store goes away is given up': {
        find: "for (const giveUp of this.#underWay) giveUp('the store went away');",
        replace: '',
      },
    },
  },
  'web/identity/tokens.test.ts': {
    'web/identity/tokens.ts': {
      'a token has an end': {
        find: 'exp: Type.Number(),',
        replace: 'exp: Type.Optional(Type.Number()) as never,',
      },
      'the kind of the key fixes what a token may be signed by': {
        find: 'algorithms: [...keys.algorithms],',
        replace: '',
      },
      'audience is demanded': {
        find: '...(audience === undefined ? {} : { audience }),',
        replace: '',
      },
    },
  },
  'web/identity/check-access.test.ts': {
    'web/identity/check-access.ts': {
      'a user is held against all names of a request': {
        find: "else if (typeof named === 'string' && named !== own) throw notOwnName();",
        replace: '',
      },
      "a route that declares nothing is the operators'": {
        find: "route.schema?.access ?? { kind: 'admin' }",
        replace: "route.schema?.access ?? { kind: 'public' }",
      },
      'while identity is off, admin routes want ADMIN_TOKEN': {
        find: 'if (callerOf(raw) === operator) return done();',
        replace: 'return done();',
      },
    },
    'web/identity/caller.ts': {
      'what belongs to another user does not exist': {
        find: "if (caller.kind !== 'user' || owner !== caller.name) throw unknown();",
        replace: '',
      },
    },
  },
  '../test/tickets.test.ts': {
    'web/identity/tickets.ts': {
      'a ticket opens one stream': { find: 'if (!isFirstUse)', replace: 'if (false)' },
      'a ticket expires': { find: 'if (now >= expiresAt)', replace: 'if (false)' },
    },
    'web/identity/redis-used-tickets.ts': {
      'a ticket is used once in all processes that share a Redis': {
        find: "forgetAfterMs, 'NX')",
        replace: 'forgetAfterMs)',
      },
    },
  },
  '../test/identity.test.ts': {
    '../services/inventory/routes/public.ts': {
      'a reservation of another user does not exist': {
        find: 'await demandOwn(callerOf(raw), () => store.userOf(id), refuse.UNKNOWN_RESERVATION);\n    const data',
        replace: 'const data',
      },
    },
  },
  '../test/identity-process.test.ts': {
    'web/event-streams.ts': {
      'a stream ends when the token of its caller does': {
        find: 'atExpiry(caller, this.#clock, () => stream.expire())',
        replace: 'atExpiry(caller, this.#clock, () => {})',
      },
    },
  },
  'web/safety/api-limit.test.ts': {
    'web/safety/api-limit.ts': {
      'a limit holds for any span of its length': {
        find: 'const allowed = left > 0;',
        replace: 'const allowed = left >= 0;',
      },
    },
  },
  'observe/counters.test.ts': {
    'observe/counters.ts': {
      'a step that fails is not counted': {
        find: 'return result.then((value: unknown) => {',
        replace: 'return result.finally(() => count(0, ...args)).then((value: unknown) => {',
      },
    },
  },
  'stores/postgres.test.ts': {
    'stores/postgres/migrations.ts': {
      'replicas that start together migrate one after another': {
        find: "await client.query(`SELECT pg_advisory_xact_lock(hashtext('hawker migrations'))`);",
        replace: '',
      },
      'functions that a migration dropped are there again': {
        find: 'if (applied.get(file) === hash && !isMigrated) continue;',
        replace: 'if (applied.get(file) === hash) continue;',
      },
      'functions are not replaced while their file is the same': {
        find: 'if (applied.get(file) === hash && !isMigrated) continue;',
        replace: '',
      },
    },
  },
  '../moving/test/in-use.test.ts': {
    'moving/postgres.ts': {
      'an import that was broken off is cleared only out of the database that it has filled': {
        find: 'if (origin === undefined || !brokenOff.includes(origin)) return;',
        replace: '',
      },
    },
    'moving/redis.ts': {
      'a mark tells of an import that was broken off until all places are empty': {
        find: 'this.#isConsistent = this.brokenOff.length === 0;',
        replace: 'this.#isConsistent = true;',
      },
    },
  },
  'host/host.test.ts': {
    'host/host.ts': {
      'a stop cuts no connection on which a request is on its way': {
        find: 'NetServer.prototype.close.call(server);',
        replace: 'server.close();',
      },
    },
  },
  'web/event-streams.test.ts': {
    'web/event-streams.ts': {
      'a stream whose token ends within a long event sends no other event into it': {
        find: "if (!this.#isMidEvent) this.send('expired', {});",
        replace: "this.send('expired', {});",
      },
    },
  },
} satisfies Planted;
