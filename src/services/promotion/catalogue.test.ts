import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Catalogue } from './catalogue.ts';
import { rule } from './store/contract/rules.ts';
import type { RuleStore } from './store/rules.ts';

it('a change that comes late undoes no later one', async () => {
  const catalogue = new Catalogue({} as RuleStore);
  const change = (version: number, priority: number | undefined) =>
    catalogue.accept({
      promoId: 'p',
      version,
      incarnation: 'life',
      rule: priority === undefined ? undefined : rule('p', { priority }),
    });
  await change(2, 7);
  await change(1, 3);
  assert.equal(catalogue.get('p')?.rule.priority, 7);
  await change(4, undefined);
  await change(3, 9);
  assert.equal(catalogue.get('p'), undefined);
});
