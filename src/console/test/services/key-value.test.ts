/** The page of the key-value store: the ring, where a key lies, and a node that joins. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, violations, write } from '../browser.ts';

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

describe('the page of the key-value store', { skip: withoutChromium }, () => {
  const looking = lookAtProduct({ KV_NODES: 'a,b,c' });
  const hawkerOf = () => createHawker({ baseUrl: looking.address });
  const showRing = () => hawkerOf().keyValueConsole.showRing();
  /** As the picture tells it. */
  const sharesNow = async () => {
    const { nodes } = await showRing();
    return nodes.map(({ name, share }) => `${name} ${percent.format(share)}`).join(', ');
  };

  it('draws the ring with the shares that the service tells, and computes the same', async () => {
    const page = await looking.open('/services/key-value');
    await page.getByRole('img', { name: `Ring of 3 nodes: ${await sharesNow()}` }).waitFor();
    assert.equal(await page.getByText('are not those of the service').count(), 0);
    // A service that tells other shares is found out.
    await page.route('**/admin/ring', async (route) => {
      const answer = await route.fetch();
      const ring = (await answer.json()) as { nodes: { share: number }[] };
      ring.nodes[0]!.share += 0.01;
      await route.fulfill({ response: answer, json: ring });
    });
    await hawkerOf().keyValue.put('a-change', 'so that the page reads again');
    await page.getByText('its shares are not those of the service').waitFor();
  });

  it('puts keys for a newcomer, and shows how many each node has', async () => {
    const page = await looking.open('/services/key-value');
    await page.getByRole('button', { name: 'Put 200 keys to look at' }).click();
    await page.getByRole('heading', { name: '201 keys' }).waitFor();
    const { nodes } = await showRing();
    for (const { name, keys } of nodes) {
      const row = page.getByRole('row', { name: new RegExp(`^${name} .* ${keys}$`) });
      await row.waitFor();
    }
  });

  it('shows where a key lies, as it is written', async () => {
    const page = await looking.open('/services/key-value');
    await write(page.getByLabel('Key', { exact: true }), 'cart:ann');
    const { node, position } = await hawkerOf().keyValueConsole.locate({ key: 'cart:ann' });
    const turn = percent.format(position / 2 ** 32);
    await page
      .getByRole('img', { name: `cart:ann lies at ${turn} of the way round, on ${node}` })
      .waitFor();
  });

  it('a plan is drawn before it is done; then its progress, and the new ring', async () => {
    const { keyValueConsole } = hawkerOf();
    const nodes = ['a', 'b', 'c', 'd'];
    const { share, movements } = await keyValueConsole.planRing({ nodes });
    const page = await looking.open('/services/key-value');
    const field = page.getByLabel('All nodes after the change');
    assert.equal(await field.inputValue(), 'a, b, c, d');
    await page.getByRole('button', { name: 'Plan it' }).click();
    const planned = page.getByRole('img', { name: `the plan moves ${percent.format(share)}` });
    await planned.waitFor();
    const [first] = movements;
    await page.getByText(`${first!.from} → d ${percent.format(first!.share)}`).waitFor();
    assert.deepEqual(await violations(page), []);
    assert.equal((await showRing()).nodes.length, 3, 'a plan changes nothing');

    // The change is held up on its way, so that the page can be read.
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/admin/ring', async (route) => {
      if (route.request().method() === 'POST') await released;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Move the keys' }).click();
    const progress = page.getByRole('progressbar', { name: 'Keys moved' });
    await progress.waitFor();
    assert.equal(await progress.getAttribute('value'), '0');
    release();
    await page.getByText(/Done: \d+ keys were moved/).waitFor();
    await page.getByRole('img', { name: `Ring of 4 nodes: ${await sharesNow()}` }).waitFor();
    const { nodes: now } = await showRing();
    const d = now.find(({ name }) => name === 'd')!;
    await page.getByText(`Done: ${d.keys} keys were moved`).waitFor();
  });

  it('shows a node that another operator removes', async () => {
    const page = await looking.open('/services/key-value');
    await page.getByRole('row', { name: /^d / }).waitFor();
    await hawkerOf().keyValueConsole.changeRing({ nodes: ['a', 'b'] });
    await page.getByRole('img', { name: `Ring of 2 nodes: ${await sharesNow()}` }).waitFor();
    await page.getByRole('row', { name: /^d / }).waitFor({ state: 'detached' });
  });

  it('says why a plan is refused', async () => {
    const page = await looking.open('/services/key-value');
    await page.getByLabel('All nodes after the change').fill('a, a');
    await page.getByRole('button', { name: 'Plan it' }).click();
    await page.getByRole('alert').getByText('VALIDATION_FAILED').waitFor();
  });
});
