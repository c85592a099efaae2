/** What the summary says of what somebody did by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Choices } from '../summary/choices.ts';
import { Ledger } from '../summary/ledger.ts';
import { unitsOf } from '../summary/readings.ts';
import { summaryLines } from '../summary/summary.ts';

describe('the summary', () => {
  it('counts no units of an order that was dispatched by hand', () => {
    assert.equal(unitsOf('3 units, code LORONG-8'), 3);
    for (const note of ['', 'ring twice', '3rd floor', '2 unitsgone']) {
      assert.equal(unitsOf(note), 0, note);
    }
  });

  it('says that what was done by hand is counted, where numbers disagree and only there', () => {
    const city = { choices: new Choices(), seed: 1, ledger: new Ledger() };
    const about = 'clicks';
    const agreed = summaryLines(city, [{ about, numbers: { made: 1, counted: 1 } }]);
    assert.match(agreed.at(-1)!, /^ok +clicks: 1/);
    const lines = summaryLines(city, [{ about, numbers: { made: 1, counted: 2 } }]);
    assert.match(lines.at(-2)!, /^DISAGREE +clicks: made 1, counted 2$/);
    assert.match(lines.at(-1)!, /what you did by hand, at the console say, is told as DISAGREE/);
  });
});
