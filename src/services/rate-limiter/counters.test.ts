import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Metrics } from '#kit/observe/metrics.ts';
import { policyCounts } from './counters.ts';
import { maxPolicies } from './store/policies.ts';

it('policies beyond as many as there may be at a time are counted together', async () => {
  const metrics = new Metrics();
  const count = policyCounts(metrics, 'rate-limiter');
  for (let i = 0; i < maxPolicies + 5; i++) count.allowed(`p${i}`);
  count.allowed('p0');
  count.refused('p1003');
  count.unchecked('p1');
  const text = await metrics.registry.metrics();
  const value = (name: string, policy: string) =>
    text
      .split('\n')
      .find((line) => line.includes(`_${name}_total{`) && line.includes(`"${policy}"`));
  assert.match(value('policy_allowed', 'p0')!, / 2$/);
  assert.match(value('policy_allowed', '(others)')!, / 5$/);
  assert.match(value('policy_refused', '(others)')!, / 1$/);
  assert.match(value('policy_unchecked', 'p1')!, / 1$/);
  assert.equal(text.match(/_policy_allowed_total\{/g)!.length, maxPolicies + 1);
});
