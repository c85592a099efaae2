import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createdWith, statusAt, statuses } from './life.ts';

test('uploading until 1 s after creation, processing for 0.1 s, then ready', () => {
  const ages = [0, 999, 1_000, 1_099, 1_100, 1_200, 1e12];
  assert.deepEqual(
    ages.map((age) => statusAt(5_000 + age, 5_000)),
    ['uploading', 'uploading', 'processing', 'processing', 'ready', 'ready', 'ready'],
  );
});

test('a status never goes back as time goes on', () => {
  const order = ['uploading', 'processing', 'ready'];
  fc.assert(
    fc.property(fc.nat(3_000), fc.nat(3_000), (age, later) => {
      const [before, after] = [statusAt(age, 0), statusAt(age + later, 0)];
      assert.ok(order.indexOf(before) <= order.indexOf(after));
    }),
  );
});

test('videos that are selected by their status are those that have it', () => {
  const ages = fc.oneof(
    fc.integer({ min: -2_000, max: 3_000 }),
    fc.constantFrom(999, 1_000, 1_099),
  );
  fc.assert(
    fc.property(fc.nat(2 ** 42), ages, (now, age) => {
      const createdAt = now - age;
      for (const status of statuses) {
        const { after, until } = createdWith(status, now);
        const isSelected = createdAt > after && createdAt <= until;
        assert.equal(isSelected, statusAt(now, createdAt) === status, `${age}: ${status}`);
      }
    }),
    { examples: [999, 1_000, 1_099, 1_100].map((age) => [5_000, age]) },
  );
});
