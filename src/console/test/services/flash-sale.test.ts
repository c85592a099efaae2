/** The page of the flash sale, as a newcomer, a developer and an operator use it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '#kit/testing/testing.ts';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { expectInSight, lookAtProduct } from '../browser.ts';

describe('the page of the flash sale', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const hawkerOf = () => createHawker({ baseUrl: looking.address });

  it('offers a newcomer a sale to look at, and shows where every unit went', async () => {
    const page = await looking.open('/services/flash-sale');
    await page.getByText('No sale yet').waitFor();
    const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
    let come = 0;
    await page.route('**/checkout', async (route) => {
      if (come++ > 0) await isSeen;
      await route.continue();
    });
    await page.getByRole('spinbutton', { name: 'Units' }).fill('20');
    await page.getByRole('spinbutton', { name: 'Buyers' }).fill('30');
    await page.getByRole('button', { name: 'Load and send them' }).click();
    await page.getByRole('img', { name: /^Of 20 units: / }).waitFor();
    // What it brought is below: the form tells how far it is.
    const progress = page.getByRole('status').getByText('of 30 buyers came');
    await progress.waitFor();
    await expectInSight(progress);
    goOn();
    // 30 buyers of one unit each: 10 wait, and of the 20 who buy two of three confirm.
    await page
      .getByRole('img', { name: /Of 20 units: \d+ confirmed, \d+ held, 0 available/ })
      .waitFor();
    await page.getByRole('img', { name: '10 people wait' }).waitFor();
    // While buyers come, it is disabled.
    await page.getByRole('button', { name: 'Load and send them', disabled: false }).waitFor();
    await page.getByText('Start a sale to look at').click();
    await page.getByRole('button', { name: 'Load and send them' }).waitFor({ state: 'hidden' });
  });

  it('looks at the sale that goes on, as soon as there is one, unless another was chosen', async () => {
    const { flashSale } = hawkerOf();
    await flashSale.load({ product_id: 'old', total_stock: 3, reset: true });
    const { sales } = await flashSale.listSales();
    const close = (product_id: string) => flashSale.setState({ product_id, state: 'closed' });
    for (const { product_id } of sales) await close(product_id);
    const page = await looking.open('/services/flash-sale');
    const heading = (name: string) => page.getByRole('heading', { name, exact: true });
    await heading('old').waitFor();
    const chosen = await looking.open('/services/flash-sale?product=old');
    await chosen.getByRole('heading', { name: 'old', exact: true }).waitFor();
    await flashSale.load({ product_id: 'next', total_stock: 4 });
    await heading('next').waitFor();
    await flashSale.load({
      product_id: 'later',
      total_stock: 5,
      starts_at: Date.now() + 3_600_000,
    });
    for (const [looker, shown] of [
      [chosen, 'old'],
      [page, 'next'],
    ] as const) {
      await looker.getByRole('option', { name: 'later (standard)' }).waitFor({ state: 'attached' });
      assert.equal(await looker.getByRole('heading', { name: shown, exact: true }).count(), 1);
    }
    await close('next');
    await heading('later').waitFor();
    await close('later');
  });

  it('shows what others do, as it happens', async () => {
    const hawker = hawkerOf();
    await hawker.flashSale.load({ product_id: 'kettle', total_stock: 3 });
    const page = await looking.open('/services/flash-sale?product=kettle');
    await page.getByRole('img', { name: 'Of 3 units: 0 confirmed, 0 held, 3 available' }).waitFor();
    const reservation = await buy('kettle', 'ann');
    await page.getByRole('img', { name: 'Of 3 units: 0 confirmed, 1 held, 2 available' }).waitFor();
    await hawker.flashSale.release({ reservation_id: reservation });
    await page.getByRole('img', { name: 'Of 3 units: 0 confirmed, 0 held, 3 available' }).waitFor();
  });

  it('an operator pauses, opens and closes, and sees the clock', async () => {
    const hawker = hawkerOf();
    const starts_at = Date.now() + 3_600_000;
    await hawker.flashSale.load({ product_id: 'poster', total_stock: 3, starts_at });
    const page = await looking.open('/services/flash-sale?product=poster');
    await page.getByText(/^(01:)?\d\d:\d\d until it opens at/).waitFor();
    await page.getByText('scheduled', { exact: true }).waitFor();
    await hawker.flashSale.load({ product_id: 'poster', total_stock: 3, reset: true });
    const state = (name: string) => page.locator('main .state').getByText(name, { exact: true });
    await state('open').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await state('paused').waitFor();
    await page.getByRole('button', { name: 'Open' }).click();
    await state('open').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Close' }).click();
    await state('closed').waitFor();
  });

  it('recomputes the draw of a lottery, and says when it does not hold', async () => {
    const hawker = hawkerOf();
    await hawker.flashSale.load({ product_id: 'ticket', total_stock: 2, flow: 'lottery' });
    for (const user_id of ['ann', 'bob', 'cid', 'dan']) {
      await hawker.flashSale.enterLottery({ product_id: 'ticket', user_id, device_fp: user_id });
    }
    await hawker.flashSale.draw({ product_id: 'ticket', winners: 2 });
    const page = await looking.open('/services/flash-sale?product=ticket');
    await page.getByText('of 4 entries the 2 published winners have the lowest tickets').waitFor();
    // A service that names other winners is found out.
    await page.route('**/flash-sale/lottery/draws*', async (route) => {
      const answer = await route.fetch();
      const { draws } = (await answer.json()) as { draws: { winners: string[] }[] };
      draws[0]!.winners.reverse();
      await route.fulfill({ response: answer, json: { draws } });
    });
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByText('it does not hold: others have the least tickets').waitFor();
  });

  it('an operator starts a lottery, draws it, and sees the winners and the seed', async () => {
    const page = await looking.open('/services/flash-sale');
    let entered = 0;
    page.on('response', (answer) => void (answer.url().endsWith('/lottery/enter') && entered++));
    await startSale(page, 'raffle', 'lottery');
    await page.getByText('No draw yet: entries are taken.').waitFor();
    await eventually(() => entered === 4);
    await page.getByRole('spinbutton', { name: 'Winners' }).fill('2');
    await page.getByRole('button', { name: 'Draw round 1' }).click();
    await page.getByText('of 4 entries the 2 published winners have the lowest tickets').waitFor();
    const { draws } = await hawkerOf().flashSale.listDraws({ product_id: 'raffle' });
    const { seed = '', winners } = draws[0]!;
    await page.getByText(`seed ${seed}`).waitFor();
    const shown = page.getByRole('region', { name: 'Winners of round 1' }).getByRole('listitem');
    assert.deepEqual(await shown.allInnerTexts(), winners);
    await hawkerOf().flashSale.setState({ product_id: 'raffle', state: 'closed' });
    await page.getByText('No draw, and the sale is over.').waitFor();
  });

  it('an operator starts a sale of each flow, with what it needs', async () => {
    const page = await looking.open('/services/flash-sale');
    const sold = async (flow: string, amounts: RegExp) => {
      await startSale(page, `by-${flow}`, flow);
      const stock = page.getByRole('region', { name: `Stock of by-${flow}` });
      await stock.getByRole('img', { name: amounts }).waitFor();
    };
    // It is not certain which of the four comes first.
    await sold('race', /^Of 3 units: .*, 0 available$/);
    await page.getByText('Nobody waits.').waitFor();
    await sold('weighted', /^Of 3 units: .*, 0 available$/);
    await page.getByRole('img', { name: '1 person waits' }).waitFor();
    await page.getByRole('combobox', { name: 'Flow' }).selectOption('slotted');
    // Of two, the hour would decide whether both are sold.
    await page.getByRole('textbox', { name: 'Slots, UTC' }).fill('00:00');
    await sold('slotted', /^Of 3 units: .*, 0 available$/);
    await page.getByRole('combobox', { name: 'Flow' }).selectOption('voucher');
    await page.getByRole('spinbutton', { name: 'Vouchers' }).fill('2');
    await sold('voucher', /^Of 3 units: .*, 1 available$/);
  });

  it('who waits moves up when the head is served', async () => {
    const { flashSale } = hawkerOf();
    await flashSale.load({ product_id: 'chair', total_stock: 1 });
    const reservation = await buy('chair', 'fay');
    for (const user of ['gus', 'hal', 'ida']) await buy('chair', user);
    const page = await looking.open('/services/flash-sale?product=chair');
    const line = (waiting: number) => page.getByRole('img', { name: `${waiting} people wait` });
    await line(3).waitFor();
    const hal = await line(3).locator('g').nth(1).elementHandle();
    const place = async () => (await hal?.getAttribute('style')) ?? '';
    assert.match(await place(), /translate\(10px, 0px\)/);
    await flashSale.release({ reservation_id: reservation });
    await line(2).waitFor();
    assert.match(await place(), /translate\(0px, 0px\)/);
  });

  it('the playground sends a real request, and shows it as curl and as client code', async () => {
    const hawker = hawkerOf();
    await hawker.flashSale.load({ product_id: 'teapot', total_stock: 5 });
    const page = await looking.open('/services/flash-sale?product=teapot');
    const playground = page.getByRole('region', { name: 'Try a call' });
    await playground.getByText('"product_id":"teapot"').waitFor();
    await playground.getByLabel('user_id').fill('eve');
    await playground.getByRole('button', { name: 'Send' }).click();
    await playground.getByText('200 OK').waitFor();
    await playground.getByText('"status": "completed"').waitFor();
    assert.equal((await hawker.flashSale.showStock({ product_id: 'teapot' })).held, 1);
    const curl = await playground.getByRole('region', { name: 'As curl' }).innerText();
    assert.match(curl, /^curl -s -X POST 'http:\/\/127.+\/api\/flash-sale\/flash-sale\/checkout'/m);
    await playground.getByRole('tab', { name: 'client' }).click();
    const code = await playground.getByRole('region', { name: 'As client code' }).innerText();
    assert.match(
      code,
      /await hawker\.flashSale\.checkout\(\{\s+product_id: "teapot",\s+user_id: "eve"/,
    );
  });

  it('shows what was refused, with the reason', async () => {
    const page = await looking.open('/services/flash-sale');
    const playground = page.getByRole('region', { name: 'Try a call' });
    await playground.getByRole('combobox', { name: 'Operation' }).selectOption('flashSaleConfirm');
    await playground.getByLabel('reservation_id').fill('res_unknown');
    await playground.getByRole('button', { name: 'Send' }).click();
    await playground.getByText('404 Not Found').waitFor();
    const refusals = page.getByRole('region', { name: 'Refusals of the last ten minutes' });
    await refusals.getByText('UNKNOWN_RESERVATION').waitFor();
    await refusals.getByText('No such reservation').waitFor();
  });

  /** Three units, or three of each slot, and four buyers. */
  async function startSale(page: Page, product: string, flow: string): Promise<void> {
    const form = page.locator('details').filter({ hasText: 'to look at' });
    if ((await form.getAttribute('open')) === null) await form.locator('summary').click();
    await form.getByRole('combobox', { name: 'Flow' }).selectOption(flow);
    await form.getByRole('textbox', { name: 'Product' }).fill(product);
    await form.getByRole('spinbutton', { name: 'Units' }).fill('3');
    await form.getByRole('spinbutton', { name: 'Buyers' }).fill('4');
    await form.getByRole('button', { name: 'Load and send them' }).click();
  }

  /** Yields the id of the reservation. */
  async function buy(product_id: string, user_id: string): Promise<string> {
    const { flashSale } = hawkerOf();
    const { token, expires_at } = await flashSale.issueToken({ device_fp: user_id });
    const who = { product_id, user_id, qty: 1, device_fp: user_id, idempotency_key: user_id };
    const { reservation_id } = await flashSale.checkout({ ...who, attestation: token, expires_at });
    return reservation_id!;
  }
});
