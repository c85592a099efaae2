/** The real process, killed while posting: a post is in all timelines that it belongs to, or in none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post, startProcess } from '#kit/testing/process.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';

const authors = ['ann', 'bob'];
const readers = ['r0', 'r1', 'r2', 'r3', 'r4'];

describe('news feed, killed under load', () => {
  const stores = [
    { name: 'SQLite', skip: false, env: {} },
    { name: 'PostgreSQL', skip: missing('postgres'), env: { DATABASE_URL: servers.postgres } },
  ];
  for (const { name, skip, env } of stores) {
    it(
      `delivers every acknowledged post to all, and the others to all or none, on ${name}`,
      { skip },
      async (t) => {
        const full = {
          DATA_DIR: temporaryFolder(),
          FEED_PREFIX: unique('feed'),
          FEED_TIMELINE_MAX: '10000',
          ...env,
        };
        const first = await startProcess(t, ['news-feed'], full);
        const address = first.addresses['news-feed']!;
        for (const id of [...authors, ...readers]) await post(address, '/users', { id });
        for (const follower_id of readers)
          await post(address, '/follow', { follower_id, followee_id: 'ann' });
        for (const follower_id of readers.slice(1))
          await post(address, '/follow', { follower_id, followee_id: 'bob' });

        const acknowledged = new Set<string>();
        const clients = Array.from({ length: 16 }, async (_, client) => {
          for (;;) {
            const body = { user_id: authors[client % 2]!, content: `of ${client}` };
            const answer = await post(address, '/posts', body).catch(() => undefined);
            if (answer?.status !== 201) return;
            acknowledged.add(answer.body.id);
            if (acknowledged.size === 300) void first.end('SIGKILL');
          }
        });
        await Promise.all(clients);
        await first.end('SIGKILL');

        const second = await startProcess(t, ['news-feed'], full);
        const read = (user: string) =>
          walk(`${second.addresses['news-feed']}/timeline?user=${user}`);
        const [ofAnn, ofBob] = [await read('ann'), await read('bob')];
        const made = new Set([...ofAnn, ...ofBob]);
        for (const id of acknowledged) assert.ok(made.has(id), `${id} is lost`);
        assert.deepEqual(await read('r0'), ofAnn);
        const merged = await read('r1');
        assert.deepEqual(
          merged.filter((id) => id.startsWith('ann_')),
          ofAnn,
        );
        assert.deepEqual(
          merged.filter((id) => id.startsWith('bob_')),
          ofBob,
        );
        for (const reader of readers.slice(2)) assert.deepEqual(await read(reader), merged);
      },
    );
  }
});

/** The ids of a whole timeline. */
async function walk(url: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  for (;;) {
    const page = (await (await fetch(`${url}&limit=1000${cursor}`)).json()) as {
      timeline: { id: string }[];
      next_cursor?: string;
    };
    ids.push(...page.timeline.map(({ id }) => id));
    if (page.next_cursor === undefined) return ids;
    cursor = `&cursor=${page.next_cursor}`;
  }
}
