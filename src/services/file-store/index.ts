import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { registerCounters } from './counters.ts';
import { examples } from './examples.ts';
import { diskTemporaryFolder, openDiskContents } from './contents/disk.ts';
import { servedTypes } from './contents/served-type.ts';
import { KeptQuotas, quotas } from './quotas.ts';
import type { RouteContext } from './routes/context.ts';
import { downloadRoutes } from './routes/downloads.ts';
import { fileRoutes } from './routes/files.ts';
import { folderRoutes } from './routes/folders.ts';
import { linkRoutes } from './routes/links.ts';
import { moveRoutes } from './routes/moves.ts';
import { shareRoutes } from './routes/shares.ts';
import { allowLongBodies, endWithToken } from './routes/timeouts.ts';
import { deletionRoutes, trashRoutes } from './routes/trash.ts';
import { tusRoutes } from './routes/tus.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { openDatabase, sqliteStore } from './store/sqlite/sqlite-file-store.ts';
import { tidy } from './tidy.ts';
import { emptyTrash } from './trash.ts';
import type { UploadContext } from './uploads/commit.ts';
import { prepareTemporaryFolder, temporaryFolderOf } from './uploads/receive.ts';

const name = 'file-store';

/** Empties the trash, and looks for contents that nobody needs, every ten seconds. */
export const fileStore = createFileStore({ reclaimEveryMs: 10_000 });

interface FileStoreOptions {
  /** Pause between two searches for contents that nobody needs, and for due items in the trash. */
  readonly reclaimEveryMs: number;
}

export function createFileStore({ reclaimEveryMs }: FileStoreOptions): Service {
  return {
    name,
    summary: 'Keeps files and folders, every version of them, and who may read or write them.',
    port: 8090,
    trustsNamedUsers: true,
    variables: Variables,
    quotas,
    examples,
    start: (host) => start(host, reclaimEveryMs),
  };
}

async function start(host: Host, reclaimEveryMs: number): Promise<Running> {
  const config = readConfig(host.env, host.common);
  const { maxBytes, trashDays, baseUrl } = config;
  const users = { requireUser: config.requireUser, hidesOthers: host.identity.isOn };
  const opened = await openStores(config, host);
  const counts = registerCounters(host.metrics, name);
  const files = counted(opened.files, counts.files);
  const stores = { ...opened, files };
  const { clock, log, stopping } = host;
  const uploads = new Set<Promise<unknown>>();
  const limits = { maxBytes, trashDays };
  const { downloaded } = counts;
  const steps = { clock, uploads, log, downloaded, servedType: servedTypes(stores.contents) };
  const kept = new KeptQuotas(files, host.env, clock);
  const context: RouteContext = { ...stores, quotas: kept, ...users, ...limits, ...steps, baseUrl };
  host.loop('emptying the trash', reclaimEveryMs, () => emptyTrash(files, clock(), stopping));
  host.loop('reclaiming contents', reclaimEveryMs, () => tidy(stores, clock, stopping));
  return {
    routes(app) {
      allowLongBodies(app.server);
      app.addHook('preValidation', endWithToken(clock));
      fileRoutes(app, context);
      folderRoutes(app, context);
      shareRoutes(app, context);
      moveRoutes(app, context);
      deletionRoutes(app, context);
      trashRoutes(app, context);
      downloadRoutes(app, context);
      linkRoutes(app, context);
      app.register(async (scope) => uploadRoutes(scope, context));
      app.register(async (scope) => tusRoutes(scope, context));
    },
    async close() {
      await stores.contents.close();
      // They end soon: their connections and contents are closed.
      await Promise.allSettled(uploads);
    },
  };
}

type Stores = Pick<UploadContext, 'files' | 'contents' | 'temporaryFolder'>;

async function openStores({ store, folder, deployment }: Config, host: Host): Promise<Stores> {
  if (store.kind === 'embedded') {
    // First: its lock says that the folder is ours.
    const db = host.own(openDatabase({ file: store.file, onCommit: host.metrics.commits(name) }));
    const files = sqliteStore(db);
    const contents = host.own(await openDiskContents(folder));
    return { files, contents, temporaryFolder: diskTemporaryFolder(folder) };
  }
  const { openS3Contents } = await import('./contents/s3/s3-contents-store.ts');
  const { openPostgresStore } = await import('./store/postgres/postgres-file-store.ts');
  const temporaryFolder = { path: temporaryFolderOf(folder), isShared: true };
  await prepareTemporaryFolder(temporaryFolder);
  const files = host.own(await openPostgresStore(store.postgres, deployment));
  const contents = host.own(await openS3Contents(store.s3, deployment));
  return { files, contents, temporaryFolder };
}
