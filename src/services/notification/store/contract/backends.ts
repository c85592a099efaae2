/** The stores that the suites run on, each opened on a state of its own. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { sql } from '#kit/stores/sql.ts';
import { missing, servers, temporaryFolder, twoReplicas, unique } from '#kit/testing/testing.ts';
import { openPostgresStore } from '../postgres/postgres-notification-store.ts';
import { openSqliteStore } from '../sqlite/sqlite-notification-store.ts';
import type { NotificationStore } from '../notification-store.ts';

/** Two replicas' handles on one new state. The embedded store has one process, hence one handle. */
export interface Handles {
  readonly first: NotificationStore;
  readonly second: NotificationStore;
  /** Closes both and opens the state again. */
  readonly reopen: () => Promise<NotificationStore>;
}

export interface Backend {
  readonly name: string;
  readonly skip: string | false;
  readonly open: (t: TestContext) => Promise<Handles>;
}

async function openSqlite(t: TestContext): Promise<Handles> {
  const file = join(temporaryFolder(), 'notification.db');
  let store = openSqliteStore({ file });
  t.after(() => store.close());
  return {
    first: store,
    second: store,
    async reopen() {
      await store.close();
      return (store = openSqliteStore({ file }));
    },
  };
}

/** Claims last by the clock of the test. */
const noOffset = () => sql`0::bigint`;

function openPostgres(t: TestContext): Promise<Handles> {
  const deployment = unique('test');
  return twoReplicas(t, () => openPostgresStore(servers.postgres, deployment, noOffset));
}

export const backends: Backend[] = [
  { name: 'SQLite', skip: false, open: openSqlite },
  { name: 'PostgreSQL', skip: missing('postgres'), open: openPostgres },
];
