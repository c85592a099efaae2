import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { complete } from './complete.ts';
import { fold } from './completions/folding.ts';
import type { Count } from './completions/ranking.ts';
import { halvingsAt, increased, withHalfLife } from './dictionaries/decay.ts';
import { Dictionary } from './dictionaries/dictionary.ts';
import { histories } from './test/histories.ts';
import { Model, tickMs } from './test/model.ts';

describe('completions of an index', () => {
  it('equal a naive scan in big numbers after any history: exact, folded, fuzzy, decayed, blocked', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(histories({ maxLength: 250 }), async ({ steps }) => {
        const dictionary = new Dictionary('default', 1);
        const counts = new Map<string, Count>();
        const model = new Model(fold);
        let now = 0;
        const set = (term: string, count: Count) => {
          if (count.freq === 0) counts.delete(term);
          else counts.set(term, count);
          dictionary.set(term, count);
        };
        for (const step of steps) {
          const halvings = halvingsAt(dictionary.decay, now);
          if (step.kind === 'train') {
            set(step.term, increased(counts.get(step.term), step.freq, halvings));
            model.train(step.term, step.freq);
          } else if (step.kind === 'put' || step.kind === 'forget') {
            const freq = step.kind === 'put' ? step.freq : 0;
            set(step.term, { freq, halvings });
            model.put(step.term, freq);
          } else if (step.kind === 'block') {
            dictionary.setBlocked(step.term, true);
            model.blocked.add(step.term);
          } else if (step.kind === 'unblock') {
            dictionary.setBlocked(step.term, false);
            model.blocked.delete(step.term);
          } else if (step.kind === 'half-life') {
            dictionary.decay = withHalfLife(dictionary.decay, step.hours, now);
            model.halfLifeHours = step.hours;
          } else if (step.kind === 'wait') {
            now += step.ticks * tickMs;
            model.tick(step.ticks);
          } else if (step.kind === 'ask') {
            const answer = await complete(dictionary, step.lookup, now);
            answered += answer.length;
            model.check(answer, step.lookup);
          }
          assert.equal(dictionary.size, model.values.size);
          assert.equal(dictionary.blockedSize, model.blocked.size);
        }
      }),
      { numRuns: 150 },
    );
    assert.ok(answered > 2_500, `only ${answered} terms answered`);
  });
});
