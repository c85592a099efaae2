/** The page of dispatch: what is on the road, and why a batch was matched as it was. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeClock } from '#kit/testing/testing.ts';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { expectInSight, lookAtProduct } from '../browser.ts';
import { startAlone } from '../start-alone.ts';

/** Degrees of latitude. */
const km = 1 / 111.195;
const at = (north: number) => ({ lat: 1.3 + north * km, lng: 103.8 });

describe('the page of dispatch', { skip: withoutChromium }, () => {
  // An offer stands until a test has looked at it.
  const looking = lookAtProduct({ DISPATCH_ACCEPT_TIMEOUT_MS: '3600000' });
  const hawkerOf = () => createHawker({ baseUrl: looking.address });

  it('offers a newcomer a shift to look at, whose orders are delivered', async () => {
    const page = await looking.open('/services/dispatch');
    await page.getByText('Nobody is on the road yet: start a shift').waitFor();
    const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/dispatch/driver/status', async (route) => {
      await isSeen;
      await route.continue();
    });
    await page.getByRole('spinbutton', { name: 'Drivers' }).fill('6');
    await page.getByRole('spinbutton', { name: 'Orders' }).fill('3');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const drivers = page.getByRole('group', { name: 'drivers', exact: true });
    await drivers.getByText('6 drivers').waitFor();
    await drivers.getByText(/^[1-3] busy$/).waitFor();
    goOn();
    await page.getByRole('group', { name: 'orders', exact: true }).getByText('0 orders').waitFor();
    const { orders } = await hawkerOf().dispatchA.listOrders({ status: 'delivered' });
    assert.equal(orders.length, 3);
  });

  it('shows what others do, as it happens', async () => {
    const { dispatchA } = hawkerOf();
    // Far from all others.
    const place = { lat: 40, lng: 3 };
    const pickup_lat = place.lat;
    await dispatchA.submit({ order_id: 'late', pickup_lat, pickup_lng: 3, priority: 9 });
    const page = await looking.open('/services/dispatch');
    const orders = page.getByRole('region', { name: 'Open orders, the oldest first' });
    await orders.getByText('late').waitFor();
    await orders.getByText('queued').waitFor();
    await dispatchA.reportLocation({ driver_id: 'dora', ...place });
    await orders.getByText('dora').waitFor();
    await orders.getByText('offered').waitFor();
    const { assignments } = await dispatchA.listAssignments('dora');
    const { assignment_id = '' } = assignments[0]!;
    await dispatchA.accept({ driver_id: 'dora', assignment_id });
    await orders.getByText('accepted').waitFor();
    await dispatchA.cancel({ order_id: 'late' });
    await page.getByText('None. What is ordered shows here').waitFor();
  });

  it('an order in the address chooses its variant, and stands out on the map and in the list', async () => {
    const { dispatchA, dispatchB } = hawkerOf();
    await dispatchA.submit({ order_id: 'other', pickup_lat: 1.3, pickup_lng: 103.8, priority: 9 });
    await dispatchB.saveHub({ hub_id: 'harbour', ...at(0) });
    for (const order_id of ['earlier', 'mine'] as const) {
      await dispatchB.submit({ order_id, hub_id: 'harbour', priority: 'normal' });
    }
    const page = await looking.open('/services/dispatch?order=mine');
    // An address that names the variant, as links do, asks the other one nothing.
    const named = await looking.open('/');
    const asked: string[] = [];
    named.on('request', (request) => void asked.push(request.url()));
    await named.goto(`${looking.address}/services/dispatch?variant=dispatch-b&order=mine`);
    await named.getByRole('region', { name: 'The order that is followed' }).waitFor();
    await named.getByRole('application').getByText('mine').waitFor();
    assert.deepEqual(
      asked.filter((url) => url.includes('/api/dispatch-a/')),
      [],
    );
    await named.close();
    const map = page.getByRole('application', { name: 'Map of drivers and orders' });
    await map.getByText('harbour').waitFor();
    // Names lie below the canvas of the drivers.
    const layer = (selector: string) =>
      page.evaluate<number>(
        `Number(getComputedStyle(document.querySelector('${selector}')).zIndex)`,
      );
    assert.ok((await layer('.leaflet-names-pane')) < (await layer('.leaflet-overlay-pane')));
    await map.getByText('mine').waitFor();
    const rows = page.getByRole('region', { name: 'Open orders, the oldest first' });
    await rows.locator('[aria-current]').getByText('mine').waitFor();
    assert.match(await rows.getByRole('button').first().innerText(), /mine/);
    await rows.getByRole('button').filter({ hasText: 'earlier' }).click();
    await map.getByText('earlier').waitFor();
    await map.getByText('mine').waitFor({ state: 'detached' });
    assert.match(page.url(), /order=earlier/);
    for (const order_id of ['earlier', 'mine']) await dispatchB.cancel({ order_id });
    await dispatchA.cancel({ order_id: 'other' });
    // Also when it is over.
    const late = await looking.open('/services/dispatch?order=mine');
    const followed = late.getByRole('region', { name: 'The order that is followed' });
    await followed.getByText('cancelled').waitFor();
    const unknown = await looking.open('/services/dispatch?order=nobody');
    await unknown.getByText('No variant knows it').waitFor();
  });

  it('one order far away does not make a point of all others', async () => {
    const { dispatchA } = hawkerOf();
    const town = [0, 1, 2, 3, 4].map((i) => ({ pickup_lat: 1.3, pickup_lng: 103.8 + i / 100 }));
    for (const [i, place] of [...town, { pickup_lat: 52.5, pickup_lng: 13.4 }].entries()) {
      await dispatchA.submit({ order_id: `at-${i}`, ...place, priority: 1 });
    }
    const page = await looking.open('/services/dispatch');
    const orders = page.getByRole('group', { name: 'orders', exact: true });
    await orders.getByText('6 orders').waitFor();
    const scale = page.locator('.leaflet-control-scale-line');
    await scale.getByText(/^([1-9]00 m|[1-5] km)$/).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await scale.getByText(/^[1-9]000 km$/).waitFor();
    for (const i of [0, 1, 2, 3, 4, 5]) await dispatchA.cancel({ order_id: `at-${i}` });
  });

  it('tells ages by the clock of the services, which a demo simulates', async (t) => {
    const hourAgo = () => Date.now() - 3_600_000;
    const address = await startAlone(t, ['dispatch-a'], hourAgo);
    const { dispatchA } = createHawker({ baseUrl: address });
    await dispatchA.submit({ order_id: 'new', pickup_lat: 1, pickup_lng: 3, priority: 9 });
    const page = await looking.openAt(address, '/services/dispatch');
    const orders = page.getByRole('region', { name: 'Open orders, the oldest first' });
    await orders.getByText(/^0\d:\d\d$/).waitFor();
    await page.close();
  });

  it('a batch shows its scores, and whom the optimum would have taken', async (t) => {
    // Alone: the orders of other tests begin no window here, and no batch of theirs is listed.
    // Both orders come within the window of one batch, since the clock stands still.
    const clock = fakeClock();
    const address = await startAlone(t, ['dispatch-a', 'dispatch-b'], clock);
    const { dispatchB } = createHawker({ baseUrl: address });
    // The best pair first leaves 8.5 km to the other order; the optimum goes 1 + 1.5.
    for (const [driver_id, north] of [
      ['d1', 0.9],
      ['d2', -7],
    ] as const) {
      await dispatchB.reportLocation({ driver_id, ...at(north), speed_kmh: 30 });
    }
    await dispatchB.saveHub({ hub_id: 'south', ...at(0) });
    await dispatchB.saveHub({ hub_id: 'north', ...at(2) });
    for (const hub_id of ['south', 'north'] as const) {
      const order_id = `from-${hub_id}`;
      await dispatchB.submit({ order_id, hub_id, priority: 'normal' });
    }
    clock.advance(5_000);
    const page = await looking.openAt(address, '/services/dispatch', {
      viewport: { width: 1360, height: 860 },
    });
    await page.getByRole('button', { name: /^B:/ }).click();
    const batches = page.getByRole('region', { name: 'Batches, the newest first' });
    await batches.getByText('2 of 2 orders matched').waitFor();
    await batches.getByRole('button').first().click();
    const heading = page.locator('h2:focus').filter({ hasText: 'Batch of' });
    await heading.waitFor();
    await expectInSight(heading);
    const { batches: kept } = await dispatchB.listBatches();
    const { at: from, batch_id } = kept[0]!;
    const batch = await dispatchB.showBatch(batch_id);
    const wanted = { from, to: from, weights: batch.weights, changes: true } as const;
    const { batches: again } = await dispatchB.replay({ ...wanted, matching: 'optimal' });
    const table = page.getByRole('region', { name: 'Score table' });
    for (const { order_id, driver_id, score } of batch.orders) {
      const row = table.getByRole('row', { name: new RegExp(`^${order_id}`) });
      await row.getByRole('cell', { name: `got the order ${score!.toFixed(3)}` }).waitFor();
      assert.ok(driver_id);
    }
    const { after, before, changes } = again[0]!;
    const quality = (name: RegExp) => page.getByRole('row', { name });
    await quality(/as it was/)
      .getByText(before.total_score.toFixed(3))
      .waitFor();
    await quality(/^optimal/)
      .getByText(after.total_score.toFixed(3))
      .waitFor();
    for (const { order_id, after: driver, before: was } of changes!) {
      await page
        .getByRole('listitem')
        .filter({ hasText: `${order_id} to ${driver} instead of ${was}` })
        .waitFor();
    }
    const waysOf = (mean: number | null) =>
      `2 ways to the goods, ${mean!.toFixed(1)} km on average`;
    await page.getByRole('img', { name: `As it was: ${waysOf(before.mean_pickup_km)}` }).waitFor();
    await page.getByRole('img', { name: `Optimal: ${waysOf(after.mean_pickup_km)}` }).waitFor();
    // The terms of an order are those of the API.
    await table.getByRole('button', { name: 'from-north' }).click();
    const terms = page.getByRole('region', { name: 'Terms of from-north' });
    const { candidates } = batch.orders.find(({ order_id }) => order_id === 'from-north')!;
    assert.equal(await terms.getByRole('row').count(), candidates.length + 1);
    const best = terms.getByRole('row', { name: new RegExp(`^${candidates[0]!.driver_id}`) });
    await best.getByText(candidates[0]!.score.toFixed(3)).waitFor();
  });

  it('ten thousand drivers are one canvas, and change in place', async () => {
    const drivers = Array.from({ length: 10_000 }, (_, i) => {
      const place = { lat: 50 + (i % 100) / 1_000, lng: 8 + Math.floor(i / 100) / 1_000 };
      return {
        driver_id: `rider-${i}`,
        status: 'idle',
        ...place,
        order_id: null,
        assignment: null,
      };
    });
    const moved = drivers.map((one) => ({ ...one, status: 'delivering', lat: one.lat + 0.01 }));
    const page = await looking.open('/');
    let asked = 0;
    await page.route('**/api/dispatch-a/admin/board', async (route) => {
      // A page that reads on is told the second picture, and then nothing new.
      const board = { drivers: asked++ === 0 ? drivers : moved, orders: [] };
      const data = JSON.stringify({ ...board, gone: { drivers: [], orders: [] } });
      const body = `event: board\ndata: ${data}\n\n`;
      if (asked <= 2) await route.fulfill({ contentType: 'text/event-stream', body });
    });
    await page
      .getByRole('link', { name: /^dispatch/ })
      .first()
      .click();
    const legend = page.getByRole('group', { name: 'drivers', exact: true });
    await legend.getByText('10,000 drivers').waitFor();
    await legend.getByText('10,000 busy').waitFor();
    assert.equal(await page.getByRole('application').locator('canvas').count(), 1);
    await page.getByRole('button', { name: 'Show all' }).click();
  });
});
