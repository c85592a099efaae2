/** The real process, killed while posting: a post is in all timelines that it belongs to, or in none. */
import { describe, it } from 'node:test';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { surviveEnd } from '#kit/testing/workload/killed.ts';
import { newsFeedWorkload } from './workload.ts';

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
        const full = { DATA_DIR: temporaryFolder(), FEED_PREFIX: unique('feed'), ...env };
        await surviveEnd(t, newsFeedWorkload(), full, { acts: 300 });
      },
    );
  }
});
