/** How much one user may pile up. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeClock } from '../testing/testing.ts';
import { operator } from '../web/identity/admin-token.ts';
import { anyone, stranger, type Caller } from '../web/identity/caller.ts';
import type { Refusal } from '../web/problem.ts';
import { openQuotas, quotaVariables } from './quotas.ts';

const quotas = {
  rooms: { variable: 'ROOMS', default: 2, what: 'new rooms', per: 'day' },
  files: { variable: 'FILES', default: 3, what: 'files' },
} as const;

const user = (name: string): Caller => ({ kind: 'user', name, endsAt: Infinity });
const service: Caller = { kind: 'service', name: 'shop', endsAt: Infinity };
const day = 86_400_000;

function refusalOf(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    return error as Refusal;
  }
  throw new Error('it was not refused');
}

describe('what a user begins', () => {
  it('is counted for each user in a sliding window; the refusal says when to try again', () => {
    const clock = fakeClock();
    const { rooms } = openQuotas(quotas, {}, clock);
    rooms.take(user('ann'));
    clock.advance(1_000);
    rooms.take(user('ann'));
    const refusal = refusalOf(() => rooms.take(user('ann')));
    assert.deepEqual([refusal.status, refusal.code], [429, 'QUOTA_EXCEEDED']);
    assert.equal(
      refusal.message,
      'a user may have at most 2 new rooms a day (ROOMS); try again in 86399 s',
    );
    assert.deepEqual(refusal.members, { quota: 'ROOMS', limit: 2 });
    assert.equal(refusal.headers['retry-after'], '86399');
    rooms.take(user('bob'));
    clock.advance(day - 1_001);
    refusalOf(() => rooms.take(user('ann')));
    clock.advance(1);
    rooms.take(user('ann'));
    refusalOf(() => rooms.take(user('ann')));
  });

  it('may be asked for without being counted', () => {
    const { rooms } = openQuotas(quotas, {}, fakeClock());
    for (let i = 0; i < 5; i++) rooms.demand(user('ann'));
    rooms.take(user('ann'));
    rooms.take(user('ann'));
    assert.equal(refusalOf(() => rooms.demand(user('ann'))).code, 'QUOTA_EXCEEDED');
  });

  it('bounds nobody but users', () => {
    const { rooms, files } = openQuotas(quotas, {}, fakeClock());
    for (const caller of [anyone, stranger, service, operator]) {
      for (let i = 0; i < 10; i++) rooms.take(caller);
      assert.equal(files.limitFor(caller), undefined);
    }
  });
});

it('a variable changes a limit, and 0 lifts it', () => {
  const { files } = openQuotas(quotas, {}, fakeClock());
  assert.equal(files.limitFor(user('ann')), 3);
  const changed = openQuotas(quotas, { FILES: '7', ROOMS: '0' }, fakeClock());
  assert.equal(changed.files.limitFor(user('ann')), 7);
  for (let i = 0; i < 10; i++) changed.rooms.take(user('ann'));
  assert.throws(() => openQuotas(quotas, { FILES: '-1' }, fakeClock()), /FILES/);
});

it('what there is has no time after which to try again', () => {
  const { files } = openQuotas(quotas, {}, fakeClock());
  const refusal = files.exceeded();
  assert.equal(refusal.message, 'a user may have at most 3 files (FILES)');
  assert.deepEqual(refusal.headers, {});
});

it('the help names each quota with its default', () => {
  const { ROOMS } = quotaVariables(quotas).properties as Record<string, { description: string }>;
  assert.equal(ROOMS!.description, 'most new rooms a day of one user; 0: any number');
});
