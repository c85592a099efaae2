/** The real process, killed while codes are used, given back and created. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post, startProcess } from '#kit/testing/process.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { by, cart, rule, stores } from './fixtures.ts';

const coded = rule('p', { requires_code: true });

/** All codes of a rule, with their uses. */
async function listCodes(address: string, promoId: string) {
  const codes: { code: string; uses: number }[] = [];
  let cursor: string | undefined;
  do {
    const from = cursor === undefined ? '' : `&cursor=${cursor}`;
    const response = await fetch(`${address}/admin/rules/${promoId}/codes?limit=1000${from}`);
    const page = (await response.json()) as { codes: typeof codes; next_cursor?: string };
    codes.push(...page.codes);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return codes;
}

describe('promotion, killed while codes are in use', () => {
  for (const { name, skip, env } of stores) {
    it(`loses and doubles no use of a code and no cancel, on ${name}`, { skip }, async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env() };
      const first = await startProcess(t, ['promotion'], full);
      const address = first.addresses['promotion']!;
      await post(address, '/admin/rules', coded);
      await post(address, '/admin/rules/p/codes', { codes: ['A'], uses_per_code: 1_000_000 });
      const request = (id: string) => ({ cart, ...by(id), codes: ['A'], order_id: id });
      const kept = new Map<string, object>();
      const cancelled = new Set<string>();
      /** Sent, and not answered with a result. */
      let unknown = 0;
      const buyers = Array.from({ length: 8 }, async (_, buyer) => {
        for (let n = 0; ; n++) {
          const id = `${buyer}-${n}`;
          const answer = await post(address, '/apply', request(id)).catch(() => undefined);
          if (answer?.status !== 200) unknown++;
          if (answer === undefined) return; // the process is gone
          if (answer.status === 503) continue; // the store was slow
          assert.equal(answer.status, 200);
          kept.set(id, answer.body);
          if (n % 2 === 0) continue;
          const back = await post(address, `/orders/${id}/cancel`, {}).catch(() => undefined);
          // Whether it was cancelled is seen below.
          kept.delete(id);
          if (back?.status !== 200) unknown++;
          if (back === undefined) return;
          if (back.status === 503) continue;
          assert.equal(back.status, 200);
          cancelled.add(id);
          if (cancelled.size === 150) void first.end('SIGKILL');
        }
      });
      await Promise.all(buyers);
      await first.end('SIGKILL');
      assert.ok(cancelled.size >= 150);

      const second = await startProcess(t, ['promotion'], full);
      const again = second.addresses['promotion']!;
      const [before] = await listCodes(again, 'p');
      // Beside those that were acknowledged there may be those that were under way.
      const more = before!.uses - kept.size;
      assert.ok(more >= 0 && more <= unknown, `${more}`);
      for (const [id, answer] of kept) {
        assert.deepEqual((await post(again, '/apply', request(id))).body, answer);
      }
      for (const id of cancelled) {
        assert.equal((await post(again, '/apply', request(id))).body.code, 'ORDER_CANCELLED');
        assert.equal((await post(again, `/orders/${id}/cancel`, {})).status, 200);
      }
      assert.deepEqual(await listCodes(again, 'p'), [before]);
    });

    it(`has all codes of a call or none, on ${name}`, { skip }, async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env() };
      const first = await startProcess(t, ['promotion'], full);
      const address = first.addresses['promotion']!;
      await post(address, '/admin/rules', coded);
      const creating = Array.from({ length: 6 }, (_, i) =>
        post(address, '/admin/rules/p/codes', { count: 5_000, prefix: `${i}-` }).catch(
          () => undefined,
        ),
      );
      const acknowledged = Promise.all(creating);
      await Promise.race(creating);
      await first.end('SIGKILL');
      const answers = await acknowledged;

      const second = await startProcess(t, ['promotion'], full);
      const codes = await listCodes(second.addresses['promotion']!, 'p');
      const created = Map.groupBy(codes, ({ code }) => code.split('-')[0]!);
      for (const [i, answer] of answers.entries()) {
        const found = created.get(String(i))?.length ?? 0;
        assert.ok(answer?.status === 201 ? found === 5_000 : found === 0 || found === 5_000);
      }
    });
  }
});
