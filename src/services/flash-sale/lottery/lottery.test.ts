import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { openService } from '#kit/testing/testing.ts';
import { assertProblem, secret, stores } from '../test/fixtures.ts';
import { flashSale } from '../index.ts';
import { computeDraw } from './draw.ts';

for (const { name, skip, env } of stores) {
  describe(`lottery on ${name}`, { skip }, () => {
    it('entering is 201 lottery_entered with the commitment published at loading', async (t) => {
      const { load, enter, draws } = await open(t, env());
      const { data } = (await load()).json();
      const { commitment } = data;
      assert.match(commitment, /^[0-9a-f]{64}$/);
      const response = await enter('u');
      assert.equal(response.statusCode, 201);
      const who = { product_id: 'p', user_id: 'u' };
      const { salt } = response.json();
      assert.match(salt, /^[0-9a-f]{32}$/);
      assert.deepEqual(response.json(), { status: 'lottery_entered', ...who, commitment, salt });
      assert.deepEqual(await draws(), [{ round: 1, drawn: false, commitment }]);
    });

    it('the same entry again is 200; another by the same user or device is 409', async (t) => {
      const { load, enter } = await open(t, env());
      await load();
      const first = (await enter('u', 'd')).json();
      const again = await enter('u', 'd');
      assert.equal(again.statusCode, 200);
      assert.deepEqual(again.json(), first);
      assertProblem(await enter('u', 'another'), 409, 'ALREADY_ENTERED');
      assertProblem(await enter('another', 'd'), 409, 'ALREADY_ENTERED');
    });

    it('enrolment is open for 2 hours', async (t) => {
      const { load, enter, clock } = await open(t, env());
      await load();
      clock.advance(2 * 3_600_000 - 1);
      assert.equal((await enter('u0')).statusCode, 201);
      clock.advance(1);
      assertProblem(await enter('u1'), 409, 'ENROLMENT_CLOSED');
    });

    it('the draw ends enrolment', async (t) => {
      const { load, enter, draw } = await open(t, env());
      await load();
      await enter('u0');
      await draw(1);
      assertProblem(await enter('u1'), 409, 'ENROLMENT_CLOSED');
    });

    it('a product without a lottery has none', async (t) => {
      const { app, load, enter, draw, result } = await open(t, env());
      const url = '/flash-sale/lottery/draws?product_id=p';
      assertProblem(await enter('u'), 404, 'UNKNOWN_PRODUCT');
      assertProblem(await draw(1), 404, 'UNKNOWN_PRODUCT');
      assertProblem(await app.inject(url), 404, 'UNKNOWN_PRODUCT');
      await load({ flow: 'standard' });
      assertProblem(await enter('u'), 409, 'WRONG_FLOW');
      assertProblem(await draw(1), 409, 'WRONG_FLOW');
      assertProblem(await app.inject(url), 404, 'UNKNOWN_PRODUCT');
      assertProblem(await result('u'), 404, 'NOT_ENTERED');
    });

    it('25 entries with one fingerprint in a second: one is entered, none is counted twice', async (t) => {
      const { load, enter } = await open(t, env());
      await load();
      const entries = Array.from({ length: 25 }, (_, i) => enter(`u${i}`, 'd'));
      const codes = (await Promise.all(entries)).map(({ statusCode }) => statusCode);
      assert.deepEqual(countBy(codes), { 201: 1, 409: 24 });
    });

    it('25 entries under one device header in a second: 20 allowed, 5 refused', async (t) => {
      const { load, enter } = await open(t, env());
      await load();
      const headers = { 'x-device-fingerprint': 'one device' };
      const entries = Array.from({ length: 25 }, (_, i) => enter(`u${i}`, `d${i}`, headers));
      const codes = (await Promise.all(entries)).map(({ statusCode }) => statusCode);
      assert.deepEqual(countBy(codes), { 201: 20, 429: 5 });
    });

    it('anybody can recompute the winners from what is published alone', async (t) => {
      const { load, enter, draw, draws, result } = await open(t, env());
      await load({ total_stock: 10 });
      const users = Array.from({ length: 30 }, (_, i) => `user ${i}`);
      const entries: string[] = [];
      for (const user of users) entries.push(entryOf((await enter(user)).json(), user));
      const [{ commitment }] = (await draws()) as [{ commitment: string }];
      const response = await draw(7);
      assert.equal(response.statusCode, 200);
      const published = response.json().data;
      assert.deepEqual((await draws())[0], published);
      assert.equal(sha256(published.seed), commitment);
      assert.equal(sha256(published.entries.join('\n')), published.entries_digest);
      assert.deepEqual(published.winners, recompute(published, 7));
      const members = ['round', 'drawn', 'commitment', 'seed', 'entries_digest'];
      assert.deepEqual(Object.keys(published), [...members, 'entries', 'winners']);
      // Each entrant finds their own entry, in order of entry, and it tells them the same result.
      assert.deepEqual(published.entries, entries);
      for (const [i, user] of users.entries()) {
        const won = published.winners.includes(entries[i]);
        assert.equal((await result(user)).json().status, won ? 'won' : 'lost');
      }
    });

    it('nobody can match what is published against users and devices that they know', async (t) => {
      const { load, enter, draw } = await open(t, env());
      await load();
      const users = ['u0', 'u1', 'u2'];
      const salts: string[] = [];
      for (const user of users) salts.push((await enter(user, `d ${user}`)).json().salt);
      assert.equal(new Set(salts).size, users.length);
      const published: Published & { commitment: string } = (await draw(1)).json().data;
      const { seed, commitment, entries_digest, entries } = published;
      const known = [...users, ...users.map((user) => `d ${user}`), 'p', '1'];
      known.push(seed, commitment, entries_digest);
      const pairs = known.flatMap((one) => known.flatMap((two) => [one + two, `${one}:${two}`]));
      for (const guess of [...known, ...pairs]) assert.ok(!entries.includes(sha256(guess)), guess);
      for (const salt of salts) assert.ok(!JSON.stringify(published).includes(salt));
    });

    it('keeps the seed secret until the draw, and commits to the next one', async (t) => {
      const { load, enter, draw, draws } = await open(t, env());
      await load();
      await enter('u');
      const [before] = await draws();
      assert.deepEqual(Object.keys(before!), ['round', 'drawn', 'commitment']);
      await draw(1);
      const [first, second] = await draws();
      assert.equal(first!['commitment'], before!['commitment']);
      assert.deepEqual(Object.keys(second!), ['round', 'drawn', 'commitment']);
      assert.notEqual(second!['commitment'], first!['commitment']);
    });

    it('reserves a unit for each winner', async (t) => {
      const { load, enter, draw, stock } = await open(t, env());
      await load({ total_stock: 5 });
      for (const user of ['u0', 'u1', 'u2', 'u3']) await enter(user);
      await draw(3);
      const { available, held } = await stock();
      assert.deepEqual([available, held], [2, 3]);
    });

    it('draws no more than there are entrants, and none without', async (t) => {
      const { load, enter, draw, stock } = await open(t, env());
      await load();
      assert.deepEqual((await draw(2)).json().data.winners, []);
      await load({ reset: true });
      const entry = entryOf((await enter('u')).json(), 'u');
      assert.deepEqual((await draw(5)).json().data.winners, [entry]);
      assert.equal((await stock())['held'], 1);
    });

    it('more winners than units are 409, and nothing is drawn', async (t) => {
      const { load, enter, draw, draws } = await open(t, env());
      await load({ total_stock: 2 });
      await enter('u');
      const response = await draw(3);
      assertProblem(response, 409, 'INSUFFICIENT_STOCK');
      assert.equal(response.json().available, 2);
      assert.equal((await draws())[0]!['drawn'], false);
      assert.equal((await enter('late')).statusCode, 201);
    });

    it('a repeated draw answers the same, also two at once', async (t) => {
      const { load, enter, draw, stock } = await open(t, env());
      await load({ total_stock: 5 });
      for (const user of ['u0', 'u1', 'u2']) await enter(user);
      const [first, second] = await Promise.all([draw(2), draw(1)]);
      assert.deepEqual(second.json(), first.json());
      assert.deepEqual((await draw(3, 1)).json(), first.json());
      assert.equal((await stock())['held'], 2);
    });

    it('a further round is drawn among those who have not won; rounds go in order', async (t) => {
      const { load, enter, draw, draws } = await open(t, env());
      await load({ total_stock: 3 });
      for (const user of ['u0', 'u1', 'u2']) await enter(user);
      assertProblem(await draw(1, 2), 409, 'WRONG_ROUND');
      const first = (await draw(1)).json().data;
      const second = (await draw(1, 2)).json().data;
      const rest = first.entries.filter((entry: string) => entry !== first.winners[0]);
      assert.deepEqual(second.entries, rest);
      assert.deepEqual(second.winners, recompute(second, 1));
      assert.equal(sha256(second.seed), second.commitment);
      assert.deepEqual(
        (await draws()).map(({ round, drawn }) => [round, drawn]),
        [
          [1, true],
          [2, true],
          [3, false],
        ],
      );
    });

    it('the result tells how a user fared', async (t) => {
      const { load, enter, draw, result, claim, clock } = await open(t, env());
      await load({ total_stock: 1 });
      const entries: string[] = [];
      for (const user of ['u0', 'u1']) entries.push(entryOf((await enter(user)).json(), user));
      const who = (user_id: string) => ({ product_id: 'p', user_id });
      assert.deepEqual((await result('u0')).json(), { ...who('u0'), status: 'pending' });
      assertProblem(await result('nobody'), 404, 'NOT_ENTERED');
      const [winner] = (await draw(1)).json().data.winners;
      const [won, lost] = winner === entries[0] ? ['u0', 'u1'] : ['u1', 'u0'];
      const expires_at = clock() + 600_000;
      const { lottery_token } = (await result(won)).json();
      const ticket = { ...who(won), status: 'won', lottery_token, expires_at };
      assert.deepEqual((await result(won)).json(), ticket);
      assert.deepEqual((await result(lost)).json(), { ...who(lost), status: 'lost' });
      const { order_id } = (await claim(lottery_token)).json().data;
      assert.deepEqual((await result(won)).json(), { ...who(won), status: 'claimed', order_id });
    });

    it('checkout with the token is 200 with the order, and again the same', async (t) => {
      const { win, claim, confirm, stock } = await open(t, env());
      const token = await win('u');
      assert.match(token, /^lot_[\w-]{31}$/);
      const response = await claim(token);
      assert.equal(response.statusCode, 200);
      const { order_id, reservation_id } = response.json().data;
      const data = { order_id, reservation_id, status: 'completed' };
      assert.deepEqual(response.json(), { data });
      assert.deepEqual((await claim(token)).json(), { data });
      assert.equal((await stock())['held'], 1);
      assert.equal((await confirm(reservation_id)).statusCode, 200);
    });

    it('a token of nobody is 404', async (t) => {
      const { claim } = await open(t, env());
      assertProblem(await claim('lot_unknown'), 404, 'UNKNOWN_LOTTERY_TOKEN');
    });

    it('the token lives 10 minutes', async (t) => {
      const { win, claim, result, clock } = await open(t, env());
      const token = await win('u');
      clock.advance(599_999);
      assert.equal((await result('u')).json().status, 'won');
      clock.advance(1);
      assertProblem(await claim(token), 409, 'LOTTERY_TOKEN_EXPIRED');
      const who = { product_id: 'p', user_id: 'u' };
      assert.deepEqual((await result('u')).json(), { ...who, status: 'expired' });
    });

    it('a claim in the last millisecond counts for good', async (t) => {
      const { win, claim, clock } = await open(t, env());
      const token = await win('u');
      clock.advance(599_999);
      const first = (await claim(token)).json();
      clock.advance(600_000);
      assert.deepEqual((await claim(token)).json(), first);
    });

    it('is the only way to the product', async (t) => {
      const { app, clock, load, stock } = await open(t, env());
      await load();
      const query = { device_fp: 'd' };
      const token = (await app.inject({ url: '/flash-sale/token', query })).json();
      const attestation = { attestation: token.token, expires_at: Math.floor(clock() / 1000) + 30 };
      const buyer = { user_id: 'u', device_fp: 'd', idempotency_key: 'k' };
      const payload = { product_id: 'p', qty: 1, ...buyer, ...attestation };
      const response = await app.inject({ method: 'POST', url: '/flash-sale/checkout', payload });
      assertProblem(response, 409, 'LOTTERY_ONLY');
      assert.equal((await stock())['held'], 0);
    });
  });
}

describe('the draw', () => {
  const rounds = fc.record({
    seed: fc.stringMatching(/^[0-9a-f]{64}$/),
    round: fc.integer({ min: 1, max: 9 }),
    winners: fc.nat(12),
    entrants: fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 12 }),
  });

  it('follows the published formula', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async ({ seed, round, winners, entrants }) => {
        const entries = entrants.map(sha256);
        const published = { seed, round, entries, entries_digest: sha256(entries.join('\n')) };
        const draw = await computeDraw({ seed, round, winners }, entrants.map(entrant));
        const winning = draw.winners.map(({ entry }) => entry);
        assert.deepEqual(winning, recompute(published, winners));
        assert.equal(draw.digest, published.entries_digest);
      }),
    );
  });

  it('follows it for more entrants than are sorted at once', async () => {
    const entrants = Array.from({ length: 600 }, (_, i) => entrant(`u${i}`));
    const seed = sha256('seed');
    const entries = entrants.map(({ entry }) => entry);
    const draw = await computeDraw({ seed, round: 1, winners: 40 }, entrants);
    const published = { seed, round: 1, entries, entries_digest: sha256(entries.join('\n')) };
    const winning = draw.winners.map(({ entry }) => entry);
    assert.deepEqual(winning, recompute(published, 40));
  });

  it('gives everybody the same chance', async () => {
    const entrants = ['u0', 'u1', 'u2', 'u3', 'u4'].map(entrant);
    const wins = new Map<string, number>();
    for (let i = 0; i < 5_000; i++) {
      const round = { seed: sha256(`seed ${i}`), round: 1, winners: 2 };
      const { winners } = await computeDraw(round, entrants);
      for (const { userId } of winners) wins.set(userId, (wins.get(userId) ?? 0) + 1);
    }
    // 2,000 each, give or take 35; the seeds are fixed, so this never changes.
    for (const count of wins.values()) assert.ok(Math.abs(count - 2_000) < 140, `${count}`);
  });
});

describe('bad input', () => {
  const ids = [undefined, '', 3, null, {}, 'x'.repeat(129), 'nul\0', '\ud800'];
  const entry = { product_id: ids, user_id: ids, device_fp: ids };
  const drawing = {
    product_id: ids,
    winners: [undefined, 0, -1, 1.5, '1', null, 10_001],
    round: [0, 1.5, '1', 1_001],
  };
  const bodies = [
    ['/flash-sale/lottery/enter', { product_id: 'p', user_id: 'u', device_fp: 'd' }, entry],
    ['/flash-sale/lottery/checkout', { lottery_token: 'lot_' }, { lottery_token: ids }],
    ['/admin/flash-sale/lottery/draw', { product_id: 'p', winners: 1 }, drawing],
  ] as const;
  for (const [url, good, fields] of bodies) {
    for (const [field, values] of Object.entries<readonly unknown[]>(fields)) {
      it(`POST ${url} names ${field}`, async (t) => {
        const { post } = await open(t, { HMAC_SECRET: secret });
        for (const value of values) {
          const response = await post(url, { ...good, [field]: value });
          assertProblem(response, 400, 'VALIDATION_FAILED', field);
        }
      });
    }
  }

  it('GET /flash-sale/lottery/result and /draws name what is missing', async (t) => {
    const { app } = await open(t, { HMAC_SECRET: secret });
    for (const [url, field] of [
      ['/flash-sale/lottery/result?product_id=p', 'user_id'],
      ['/flash-sale/lottery/result?user_id=u', 'product_id'],
      ['/flash-sale/lottery/draws', 'product_id'],
      ['/flash-sale/lottery/draws?product_id=%00', 'product_id'],
    ] as const) {
      assertProblem(await app.inject(url), 400, 'VALIDATION_FAILED', field);
    }
  });
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const entrant = (userId: string) => ({ userId, entry: sha256(userId) });

/** Computes the entry, as an entrant does with the answer to enter. */
const entryOf = ({ salt }: { salt: string }, user: string) => sha256(`${salt}:${user}`);

interface Published {
  readonly seed: string;
  readonly round: number;
  readonly entries: readonly string[];
  readonly entries_digest: string;
}

/** Recomputes the draw, as a distrustful entrant does; formula in lottery.ts. */
function recompute({ seed, round, entries, entries_digest }: Published, winners: number): string[] {
  const tickets = entries.map((entry) => ({
    entry,
    ticket: sha256(`${seed}:${round}:${entries_digest}:${entry}`),
  }));
  const byTicket = tickets.toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1));
  return byTicket.slice(0, winners).map(({ entry }) => entry);
}

function countBy(codes: number[]): Record<number, number> {
  const groups = Object.entries(Object.groupBy(codes, (code) => code));
  return Object.fromEntries(groups.map(([code, group]) => [code, group!.length]));
}

async function open(t: TestContext, env: Record<string, string>) {
  const { app, clock } = await openService(t, flashSale, env);
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, payload, headers });
  const load = (more: object = {}) =>
    post('/admin/flash-sale/init-product', {
      product_id: 'p',
      flow: 'lottery',
      total_stock: 5,
      ...more,
    });
  const enter = (user_id: string, device_fp = `of ${user_id}`, headers = {}) =>
    post('/flash-sale/lottery/enter', { product_id: 'p', user_id, device_fp }, headers);
  const draw = (winners: number, round?: number) =>
    post('/admin/flash-sale/lottery/draw', { product_id: 'p', winners, round });
  const draws = async (): Promise<Record<string, unknown>[]> =>
    (await app.inject('/flash-sale/lottery/draws?product_id=p')).json().draws;
  const result = (user_id: string) =>
    app.inject({ url: '/flash-sale/lottery/result', query: { product_id: 'p', user_id } });
  const claim = (lottery_token: string) => post('/flash-sale/lottery/checkout', { lottery_token });
  const confirm = (reservation_id: string) => post('/flash-sale/confirm', { reservation_id });
  const stock = async (): Promise<Record<string, unknown>> =>
    (await app.inject('/admin/flash-sale/stock?product_id=p')).json().data;
  /** Loads a lottery, lets the user win it alone, and gives the token. */
  async function win(user_id: string): Promise<string> {
    await load();
    await enter(user_id);
    await draw(1);
    return (await result(user_id)).json().lottery_token;
  }
  return { app, clock, post, load, enter, draw, draws, result, claim, confirm, stock, win };
}
