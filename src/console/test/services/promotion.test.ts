/** The page of promotions, as an operator uses it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, expectFits, violations } from '../browser.ts';

describe('the page of promotions', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const promotionOf = () => createHawker({ baseUrl: looking.address }).promotion;

  it('offers a newcomer two rules to look at, and lights up what a cart makes of one', async () => {
    const page = await looking.open('/services/promotion');
    await page.getByText('No rule yet').waitFor();
    await page.getByRole('button', { name: 'Make two rules to look at' }).click();
    await page.getByText('✓ The cart gets it: 10 % off.').waitFor();
    await node(page, 'MinTransaction', '$.children[0]').getByText('✓ met').waitFor();
    // OR was decided by the category.
    await node(page, 'Area', '$.children[1].children[1]').getByText('not looked at').waitFor();
    // A cart of 16 is too small; what follows is not looked at.
    await page.getByRole('spinbutton', { name: 'Quantity of apple' }).fill('1');
    await page.getByText('✗ The cart does not get it').waitFor();
    const least = node(page, 'MinTransaction', '$.children[0]');
    await least.getByText('✗ not met – needs a cart total of at least 20').waitFor();
    await node(page, 'OR', '$.children[1]').getByText('not looked at').waitFor();
    const { explanation } = await promotionOf().validate({
      promo_id: 'fruit-week',
      cart: { total: 16, hub_id: 'north', items: [] },
      customer: { id: 'ann', device_fingerprint: 'ann', order_count: 1 },
    });
    assert.equal(explanation['outcome'], false);
    await lit(page);
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
  });

  it('adds, changes, moves and removes conditions, by dragging and by buttons', async () => {
    await create('editing', [
      { type: 'MinTransaction', value: 5 },
      { type: 'Area', value: ['north'] },
      { type: 'OR', children: [{ type: 'Category', value: ['tea'] }] },
    ]);
    const page = await looking.open('/services/promotion?rule=editing');
    const saved = async () => {
      await page.getByText('not saved').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      // With the verdict the tree is drawn once more, and a press on what is replaced is lost.
      await page.getByText(/^[✓✗] The cart /).waitFor();
      const { condition_tree } = await promotionOf().showRule('editing');
      return written(condition_tree as unknown as Written);
    };
    await handleOf(node(page, 'Area', '$.children[1]')).dragTo(node(page, 'OR', '$.children[2]'));
    await node(page, 'Area', '$.children[1].children[1]').waitFor();
    assert.equal(await saved(), 'AND(MinTransaction OR(Category Area))');
    await page.getByRole('button', { name: 'Move up: $.children[1]', exact: true }).click();
    await page
      .getByRole('button', { name: 'Move out of its branch: $.children[0].children[0]' })
      .click();
    assert.equal(await saved(), 'AND(OR(Area) Category MinTransaction)');
    await page.getByRole('button', { name: 'Move into the branch above: $.children[1]' }).click();
    await page.getByRole('button', { name: 'Remove $.children[1]', exact: true }).click();
    const kind = node(page, 'OR', '$.children[0]').getByLabel('Kind of condition');
    await kind.selectOption('AND');
    await page.getByRole('button', { name: 'Add a condition to $', exact: true }).click();
    const added = page.getByRole('group', { name: ', $.children[1]', exact: false }).last();
    await added.getByLabel('Kind of condition').selectOption('FirstNOrder');
    await added.getByLabel('Orders of the customer').fill('3');
    assert.equal(await saved(), 'AND(AND(Area Category) FirstNOrder)');
  });

  it('a condition that is removed by keyboard leaves the focus to the next one, then to the branch', async () => {
    await create('shrinking', [
      { type: 'MinTransaction', value: 5 },
      { type: 'Area', value: ['north'] },
      { type: 'Category', value: ['tea'] },
    ]);
    const page = await looking.open('/services/promotion?rule=shrinking');
    const focused = (type: string, path: string) => node(page, type, path).locator('button:focus');
    await page.getByRole('button', { name: 'Remove $.children[1]', exact: true }).focus();
    await page.keyboard.press('Enter');
    await focused('Category', '$.children[1]').waitFor();
    await page.keyboard.press('Enter');
    await focused('MinTransaction', '$.children[0]').waitFor();
    await page.keyboard.press('Enter');
    await focused('AND', '$').waitFor();
  });

  it('nothing can be dragged into a part of itself', async () => {
    const tree = [{ type: 'OR', children: [{ type: 'Area', value: ['north'] }] }];
    await create('own-part', tree);
    const page = await looking.open('/services/promotion?rule=own-part');
    const area = node(page, 'Area', '$.children[0].children[0]');
    await handleOf(node(page, 'OR', '$.children[0]')).dragTo(area);
    assert.equal(await area.count(), 1);
    assert.equal(await page.getByText('not saved').count(), 0);
  });

  it('marks what is wrong at the node, as seen here and as the service says', async () => {
    await create('wrong', [{ type: 'FirstNOrder', value: 2 }]);
    const page = await looking.open('/services/promotion?rule=wrong');
    await page.getByRole('button', { name: 'Add a condition to $', exact: true }).click();
    const added = node(page, 'MinTransaction', '$.children[1]');
    await added.getByText('it needs a number').waitFor();
    await added.getByLabel('Cart total').fill('5');
    await added.getByText('it needs a number').waitFor({ state: 'detached' });
    // Seen by the service alone.
    const count = node(page, 'FirstNOrder', '$.children[0]');
    await count.getByLabel('Orders of the customer').fill('1.5');
    await page.getByRole('button', { name: 'Save' }).click();
    await count.getByText('takes an integer as value').waitFor();
    await page.getByRole('alert').getByText('INVALID_TREE').waitFor();
    assert.deepEqual((await promotionOf().showRule('wrong')).condition_tree['children'], [
      { type: 'FirstNOrder', value: 2 },
    ]);
  });

  it('shows what another operator changes, as it happens', async () => {
    await create('shared', [{ type: 'Area', value: ['north'] }]);
    const page = await looking.open('/services/promotion?rule=shared');
    await node(page, 'Area', '$.children[0]').getByText('✓ met').waitFor();
    const { promo_id, ...rule } = await promotionOf().showRule('shared');
    const condition_tree = { type: 'NOT', children: [{ type: 'Area', value: ['south'] }] };
    await promotionOf().replaceRule(promo_id, { ...rule, condition_tree });
    await node(page, 'Area', '$.children[0]').getByText('needs a hub among south').waitFor();
    await node(page, 'NOT', '$').getByText('✓ met').waitFor();
  });

  it('draws codes, counts their uses as others buy, and ends one', async () => {
    await create('by-code', [{ type: 'MinTransaction', value: 0 }], { requires_code: true });
    const page = await looking.open('/services/promotion?rule=by-code');
    await page.getByText('✗ The cart does not get it: code required').waitFor();
    await page.getByRole('spinbutton', { name: 'How many' }).fill('2');
    await page.getByRole('textbox', { name: 'Prefix' }).fill('TRY-');
    await page.getByRole('spinbutton', { name: 'Uses of each' }).fill('3');
    await page.getByRole('button', { name: 'Make codes' }).click();
    const list = page.getByRole('region', { name: 'Codes with their uses' });
    await list.getByText('0 of 3').nth(1).waitFor();
    const { codes } = await promotionOf().listCodes('by-code');
    const [first, second] = codes.map(({ code }) => code);
    assert.match(first!, /^TRY-/);
    await promotionOf().apply({
      codes: [first!],
      promo_id: 'by-code',
      cart: { total: 5, hub_id: 'h', items: [] },
      customer: { id: 'bob', device_fingerprint: 'bob', order_count: 1 },
    });
    const row = (code: string) => list.getByRole('listitem').filter({ hasText: code });
    await row(first!).getByText('1 of 3').waitFor();
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(first!);
    await page.getByText('✓ The cart gets it').waitFor();
    await page.getByRole('button', { name: 'Buy it' }).click();
    await page.getByText(`takes 10.00 off, by the code ${first}`).waitFor();
    await row(first!).getByText('2 of 3').waitFor();
    await page.getByRole('button', { name: `End ${second}` }).click();
    await row(second!).getByText('ended').waitFor();
  });

  /** Lights have gone on: a colour that is on its way to another one has less contrast. */
  const lit = (page: Page) =>
    page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');

  const node = (page: Page, type: string, path: string) =>
    page.getByRole('group', { name: `${type}, ${path}`, exact: true });

  /** Those who do not see it have buttons. */
  const handleOf = (of: ReturnType<typeof node>) => of.getByTitle('Drag it to another place');

  async function create(promo_id: string, children: object[], more: object = {}): Promise<void> {
    await promotionOf().createRule({
      promo_id,
      name: promo_id,
      priority: 5,
      stackable: true,
      discount: { type: 'fixed', value: 10 },
      condition_tree: { type: 'AND', children },
      ...more,
    });
  }
});

interface Written {
  readonly type: string;
  readonly children?: readonly Written[];
}

/** A tree by its types: `AND(MinTransaction OR(Area))`. */
const written = ({ type, children }: Written): string =>
  children ? `${type}(${children.map(written).join(' ')})` : type;
