/**
 * Holds every call of every Lua script that a test runs against the keys that its caller declares:
 * what a script touches is among its KEYS, or KEYS are those of a hash tag that it shares. Redis
 * tells which keys a call touches. A Cluster whose slots move depends on it: docs/adr/0024. It
 * stands in every process that imports testing.ts.
 */
import { readFileSync } from 'node:fs';
import { Cluster, Redis } from 'ioredis';

const check = readFileSync(new URL('./declared-keys.lua', import.meta.url), 'utf8');

for (const client of [Redis, Cluster]) {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its client
  const define = client.prototype.defineCommand;
  client.prototype.defineCommand = function (name, definition) {
    define.call(this, name, { ...definition, lua: check + definition.lua });
  };
}
