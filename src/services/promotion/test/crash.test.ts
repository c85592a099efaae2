/** The real process, killed under load: everything that it acknowledged is counted afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post, startProcess } from '#kit/testing/process.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { surviveEnd } from '#kit/testing/workload/killed.ts';
import { rule, stores } from './fixtures.ts';
import { promotionWorkload } from './workload.ts';

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

describe('promotion, killed under load', () => {
  for (const { name, skip, env } of stores) {
    it(
      `keeps rules, orders, counts, uses of a code and cancels, on ${name}`,
      { skip },
      async (t) => {
        const full = { DATA_DIR: temporaryFolder(), ...env() };
        // Some uses are left when it is killed.
        await surviveEnd(t, promotionWorkload({ global: 600 }), full, { acts: 700 });
      },
    );

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
