/** The real process, killed under load: everything that it acknowledged is counted afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post, startProcess } from '#kit/testing/process.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { cart, rule, stores } from './fixtures.ts';

describe('promotion, killed under load', () => {
  for (const { name, skip, env } of stores) {
    it(`keeps rules, orders and counts, on ${name}`, { skip }, async (t) => {
      const limit = 600;
      const full = { DATA_DIR: temporaryFolder(), ...env() };
      const first = await startProcess(t, ['promotion'], full);
      const address = first.addresses['promotion']!;
      await post(address, '/admin/rules', rule('p', { usage_limits: { global: limit } }));
      const request = (n: string) => ({
        cart,
        customer: { id: n, device_fingerprint: n, order_count: 1 },
        order_id: n,
      });
      const answers = new Map<string, object>();
      /** Sent, and not answered with a result. */
      let unknown = 0;
      const buyers = Array.from({ length: 16 }, async (_, buyer) => {
        for (let n = 0; ; n++) {
          const id = `${buyer}-${n}`;
          const answer = await post(address, '/apply', request(id)).catch(() => undefined);
          if (answer?.status !== 200) unknown++;
          if (answer === undefined) return; // the process is gone
          if (answer.status === 503) continue; // the store was slow
          assert.equal(answer.status, 200);
          answers.set(id, answer.body);
          if (answers.size === 500) void first.end('SIGKILL');
        }
      });
      await Promise.all(buyers);
      await first.end('SIGKILL');
      assert.ok(answers.size >= 500);

      const second = await startProcess(t, ['promotion'], full);
      const again = second.addresses['promotion']!;
      for (const [id, answer] of answers) {
        assert.deepEqual((await post(again, '/apply', request(id))).body, answer);
      }
      // Beside the acknowledged ones there may be those whose answers were under way.
      let left = 0;
      for (; ; left++) {
        const { body } = await post(again, '/apply', request(`late ${left}`));
        if (body.applied.length === 0) break;
      }
      assert.ok(left <= limit - answers.size && left >= limit - answers.size - unknown, `${left}`);
    });
  }
});
