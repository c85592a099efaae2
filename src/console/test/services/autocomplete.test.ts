/** The page of autocomplete: the box itself, and the terms behind it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, write } from '../browser.ts';

describe('the page of autocomplete', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const hawkerOf = () => createHawker({ baseUrl: looking.address });
  const open = (query = '') => looking.open(`/services/autocomplete${query}`);

  it('offers what completes the text while one types, by keyboard alone', async () => {
    const { autocomplete } = hawkerOf();
    await autocomplete.trainBulk({ terms: ['satay', 'satay', 'sambal', 'salad', 'soto'] });
    const page = await open();
    const box = page.getByRole('combobox', { name: 'Search' });
    await write(box, 'sa');
    const options = page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
    await options.filter({ hasText: 'satay' }).waitFor();
    // The answer to the first letter has this one as well.
    await options.filter({ hasText: 'soto' }).waitFor({ state: 'detached' });
    const weights = page.getByRole('region', { name: 'Terms by weight' }).getByRole('listitem');
    await weights.getByText('satay').waitFor();
    const { results } = await autocomplete.query({ q: 'sa' });
    assert.deepEqual(await options.allInnerTexts(), results.map(shown));
    assert.equal(await box.getAttribute('aria-expanded'), 'true');
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    const second = page
      .getByRole('listbox', { name: 'Completions' })
      .getByRole('option', { selected: true });
    assert.equal(await second.innerText(), shown(results[1]!));
    assert.equal(await box.getAttribute('aria-activedescendant'), await second.getAttribute('id'));
    await box.press('Enter');
    assert.equal(await box.inputValue(), results[1]!.term);
    assert.equal(await box.getAttribute('aria-expanded'), 'false');
    // What was searched for counts once more: of all that completes it, it alone is left in the list.
    await weights.getByText('satay').waitFor({ state: 'detached' });
    await weights.getByText('2', { exact: true }).waitFor();
    const { results: after } = await autocomplete.query({ q: results[1]!.term });
    assert.deepEqual(after, [{ term: results[1]!.term, freq: 2 }]);
    // Of two letters and the choice; fewer where one overtook the other.
    await page.getByRole('img', { name: /^The last [1-3] lookups: median .+ms/ }).waitFor();
  });

  it('forgives case, accents and a mistake where it is asked to', async () => {
    await hawkerOf().autocomplete.train({ term: 'Crème brûlée' });
    const page = await open();
    const box = page.getByRole('combobox', { name: 'Search' });
    const option = page.getByRole('option', { name: /Crème brûlée/ });
    const none = page.getByText('None. Search for it, or train it below');
    const isFolded = page.getByRole('checkbox', { name: 'Case and accents aside' });
    // Without a text all terms are offered: the box is filled after the answer to another one.
    await box.fill('crame');
    await none.waitFor();
    await option.waitFor({ state: 'detached' });
    await box.fill('creme');
    await option.waitFor();
    await isFolded.uncheck();
    await none.waitFor();
    await isFolded.check();
    await none.waitFor({ state: 'detached' });
    await box.fill('crame');
    await none.waitFor();
    await page.getByRole('checkbox', { name: 'Forgive one mistake' }).check();
    await none.waitFor({ state: 'detached' });
    await box.click();
    await option.waitFor();
  });

  it('begins with the largest index that somebody has made', async () => {
    const { autocomplete } = hawkerOf();
    for (const term of ['laksa', 'lontong']) await autocomplete.train({ term }, { index: 'menu' });
    const page = await open('?q=la');
    await page.getByRole('region', { name: 'Terms by weight' }).getByText('laksa').waitFor();
    assert.match(page.url(), /index=menu/);
    await autocomplete.deleteIndex('menu');
  });

  it('shows what others train, as it happens', async () => {
    const { autocomplete } = hawkerOf();
    const page = await open('?q=zucchini');
    await page.getByText('None. Search for it, or train it below').waitFor();
    await autocomplete.train({ term: 'zucchini soup' });
    await page
      .getByRole('region', { name: 'Terms by weight' })
      .getByText('zucchini soup')
      .waitFor();
  });

  it('an operator raises, blocks, unblocks and deletes a term', async () => {
    const { autocomplete } = hawkerOf();
    await autocomplete.setTerm('mango', { freq: 10 });
    const page = await open('?q=mango');
    const terms = page.getByRole('region', { name: 'Terms by weight' });
    await page.getByRole('button', { name: 'Raise mango' }).click();
    await terms.getByText('15').waitFor();
    const freqs = async () => (await autocomplete.query({ q: 'mango' })).results;
    assert.deepEqual(await freqs(), [{ term: 'mango', freq: 15 }]);
    await page.getByRole('button', { name: 'Block mango', exact: true }).click();
    await page.getByText('None. Search for it').waitFor();
    assert.deepEqual(await freqs(), []);
    await page.getByRole('button', { name: 'Unblock mango' }).click();
    await terms.getByText('15').waitFor();
    await page.getByRole('button', { name: 'Delete mango' }).click();
    await page.getByText('None. Search for it').waitFor();
    assert.deepEqual(await freqs(), []);
  });

  it('a newcomer trains a menu, and terms of their own in another index', async () => {
    const page = await open('?q=grilled');
    await page.getByRole('button', { name: 'Train a menu of 216 dishes' }).click();
    await page
      .getByRole('region', { name: 'Terms by weight' })
      .getByText('grilled laksa')
      .waitFor();
    const { autocomplete } = hawkerOf();
    await autocomplete.train({ term: 'kite' }, { index: 'toys' });
    const toys = await open('?index=toys');
    await toys.getByRole('combobox', { name: 'Index' }).waitFor();
    await toys.getByLabel('Terms, one a line').fill('yoyo\nkite\n\nkite');
    await toys.getByRole('button', { name: 'Train', exact: true }).click();
    await toys.getByRole('status').getByText('3 terms trained').waitFor();
    await toys.getByRole('region', { name: 'Terms by weight' }).getByText('yoyo').waitFor();
    const { results } = await autocomplete.query({ index: 'toys' });
    assert.deepEqual(results, [
      { term: 'kite', freq: 3 },
      { term: 'yoyo', freq: 1 },
    ]);
  });

  const shown = ({ term, freq }: { readonly term: string; readonly freq: number }) =>
    `${term}\n${freq}`;
});
