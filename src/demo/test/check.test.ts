/** Two hours of the town: all services agree on what has happened, on both kinds of store. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missing, servers } from '#kit/testing/testing.ts';
import { freePorts } from '../../test/free-ports.ts';
import { demo, parseOptions } from '../command.ts';
import { peopleOf } from '../people.ts';
import { choicesOf } from '../summary/foretold.ts';

const shared = { STORE_ADDR: servers.redis, DATABASE_URL: servers.postgres };
const stores = [
  { name: 'embedded', env: {}, skip: false as const },
  { name: 'shared', env: shared, skip: missing('redis') || missing('postgres') },
];

const minutes = 120;
/** It takes half a minute; other tests may run beside it. */
const timeout = 600_000;

for (const { name, env, skip } of stores) {
  describe(`a check on ${name} stores`, { skip }, () => {
    it(
      'finds that all numbers agree, and that the choices were those of the seed',
      { timeout },
      async () => {
        const lines: string[] = [];
        const options = parseOptions(['--check', '--seed', '11']);
        assert.equal(options.minutes, minutes);
        const { signal } = new AbortController();
        const audience = { print: (line: string) => void lines.push(line) };
        const isInAgreement = await demo(options, { ...freePorts, ...env }, signal, audience);
        const text = lines.join('\n');
        assert.ok(isInAgreement, text);
        assert.doesNotMatch(text, /DISAGREE|failure:/);
        const foretold = choicesOf(11, peopleOf(11), minutes * 60_000);
        const summary = `seed 11: ${foretold.count} choices, ${foretold.digest}`;
        assert.ok(lines.includes(summary), `${summary}\n${text}`);
        // It is a town in which something happens, and not everybody gets what they want.
        assert.match(text, /ok +orders: [12]\d\d /);
        for (const code of refusals) assert.match(text, new RegExp(`\\b${code} \\d`));
      },
    );
  });
}

const refusals = [
  'OUT_OF_AREA',
  'HUB_CLOSED',
  'ORDER_DESK_BUSY',
  'INSUFFICIENT_STOCK',
  'SOLD_OUT',
  'SALE_NOT_OPEN',
  'OUT_OF_PATIENCE',
  'NOT_DRAWN',
  'VOUCHER_REQUIRED',
  'CODE_USED_UP',
  'RATE_LIMITED',
  'RESERVATION_EXPIRED',
  'DRIVER_DECLINED',
];
