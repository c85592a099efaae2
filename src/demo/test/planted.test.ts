/** What was done behind the back of the town is found, and named. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { freePorts } from '../../test/free-ports.ts';
import { demo, parseOptions } from '../command.ts';
import { openPlay, type Play } from '../play.ts';
import { disagrees, readAgreements, type Agreement } from '../summary/summary.ts';

const named = (agreements: readonly Agreement[]) =>
  agreements.filter(disagrees).map(({ about }) => about);

/** Other tests may run beside it. */
const timeout = 600_000;

describe('after five minutes, in which all was well', { timeout }, () => {
  let play: Play;
  const read = () => readAgreements(play.city);
  before(
    async () => {
      const startAt = Date.UTC(2026, 5, 5, 3);
      play = await openPlay({
        env: freePorts,
        seed: 2,
        portOffset: 0,
        crawlDelayMs: 0,
        startAt,
        moveEveryMs: 30_000,
      });
      await play.city.time.hurry(() => play.city.time.passedMs >= 300_000);
      await play.close();
      assert.deepEqual(named(await read()), []);
    },
    { timeout },
  );
  after(() => play.stop());

  /** Each is found beside those before it. */
  const plants: [string, string, () => Promise<unknown>][] = [
    ['a click', 'clicks', async () => play.city.hawker.urlShortener.follow(await aLink(play))],
    ['a search', 'searches', () => play.city.hawker.autocomplete.train(laksa, dishIndex)],
    ['a cart', 'carts left behind', () => play.city.hawker.keyValue.put('cart:stray', '{}')],
    ['a view', 'views of clips', () => play.city.hawker.videoCatalog.watch('vid_1')],
    ['a clip', 'launches', () => play.city.hawker.videoCatalog.upload({ title: 'Stray' })],
    ['a use of a code', 'uses of codes', () => useCode(play)],
    ['a receipt that is gone', 'orders', () => loseReceipt(play)],
    ['a reservation', 'units still held', () => reserve(play, 'stray-1')],
  ];
  const found: string[] = [];
  for (const [what, about, plant] of plants) {
    it(`${what} more or less is named: ${about}`, { timeout }, async () => {
      await plant();
      // Clicks are recorded, and the record of stock is written, as time goes on.
      const { time } = play.city;
      const until = time.now() + 10_000;
      await time.hurry(() => time.now() >= until);
      found.push(about);
      const agreements = named(await read());
      for (const each of found) assert.ok(agreements.includes(each), `${each}: ${agreements}`);
      assert.equal(agreements.length, found.length, String(agreements));
    });
  }
});

const laksa = { term: 'laksa' };
const dishIndex = { index: 'dishes' };

async function aLink({ city }: Play): Promise<string> {
  const { links } = await city.hawker.urlShortenerConsole.listLinks({ tag: city.name });
  return links[0]!.code;
}

async function useCode({ city }: Play): Promise<void> {
  await city.hawker.promotion.apply({
    order_id: 'stray',
    codes: ['LORONG-8'],
    cart: { total: 20, hub_id: 'hub-tekka', items: [] },
    customer: { id: 'nobody', device_fingerprint: 'phone', order_count: 1 },
  });
}

async function loseReceipt({ city }: Play): Promise<void> {
  const { children } = await city.hawker.fileStore.listChildren(city.receipts.folder);
  await city.hawker.fileStore.delete(children[0]!.id);
}

async function reserve({ city }: Play, order_id: string) {
  const line = { hub_id: 'hub-tekka', sku: 'satay', qty: 1 };
  return city.hawker.inventory.reserve({ ...line, order_id, user_id: 'nobody', ttl_seconds: 900 });
}

it(
  'an order that was confirmed behind its back fails the check, which names the units',
  { timeout },
  async () => {
    const lines: string[] = [];
    const isInAgreement = await demo(
      parseOptions(['--check', '--minutes', '1']),
      freePorts,
      new AbortController().signal,
      {
        print: (line) => void lines.push(line),
        async closed(city) {
          const line = { hub_id: 'hub-toa-payoh', sku: 'laksa', qty: 3 };
          const order = { ...line, order_id: 'stray', user_id: 'nobody' };
          const { reservation_id } = await city.hawker.inventory.reserve(order);
          await city.hawker.inventory.confirm({ reservation_id });
        },
      },
    );
    assert.equal(isInAgreement, false);
    const wrong = lines.filter((line) => line.startsWith('DISAGREE'));
    assert.equal(wrong.length, 1, wrong.join('\n'));
    assert.match(
      wrong[0]!,
      /^DISAGREE +units: bought by people (\d+), confirmed by inventory and flash sale \d+, gone from stock \d+, dispatched to people \1$/,
    );
  },
);
