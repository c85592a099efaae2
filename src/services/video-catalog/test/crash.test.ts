/** The real process, killed under load: what it acknowledged is there afterwards. */
import { describe, it } from 'node:test';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { surviveEnd } from '#kit/testing/workload/killed.ts';
import { videoCatalogWorkload } from './workload.ts';

describe('video catalog, killed under load', () => {
  const shared = { DATABASE_URL: servers.postgres, VIDEO_CATALOG_PREFIX: unique('video-') };
  const stores = [
    { name: 'SQLite', skip: false, env: {} },
    { name: 'PostgreSQL', skip: missing('postgres'), env: shared },
  ];
  for (const { name, skip, env } of stores) {
    it(
      `keeps every acknowledged upload, view, edit and deletion, on ${name}`,
      { skip },
      async (t) => {
        const full = { DATA_DIR: temporaryFolder(), ...env };
        await surviveEnd(t, videoCatalogWorkload(), full, { acts: 1_200 });
      },
    );
  }
});
