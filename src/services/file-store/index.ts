import { loop } from '#kit/loop.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { diskSpool, openDiskContents } from './contents/disk.ts';
import { prepareSpool, spoolFolder } from './contents/spool.ts';
import type { Vault } from './keep.ts';
import { allowLongBodies } from './patience.ts';
import { reclaim } from './reclaim.ts';
import { downloadRoutes, uploadRoutes } from './routes-content.ts';
import { fileRoutes, folderRoutes, type Context } from './routes.ts';
import { openDatabase, sqliteStore } from './sqlite/store.ts';

const name = 'file-store';

/** Looks for contents that nobody needs every ten seconds. */
export const fileStore = fileStoreReclaiming(10_000);

/** @param every milliseconds between two looks for contents that nobody needs */
export function fileStoreReclaiming(every: number): Service {
  return {
    name,
    summary: 'Keeps files and folders, every version of them, and who may read or write them.',
    port: 8090,
    variables: Variables,
    start: (host) => start(host, every),
  };
}

async function start(host: Host, every: number): Promise<Running> {
  const config = readConfig(host.env, host.common);
  const { store: where, maxBytes, requireUser } = config;
  const stores = await openStores(config, host);
  const { files, contents } = stores;
  const { clock, log, stopping } = host;
  const uploads = new Set<Promise<unknown>>();
  const context: Context = { ...stores, maxBytes, requireUser, clock, uploads, log };
  const reclaiming = loop(
    { name: 'reclaiming contents', every, signal: stopping, log },
    async () => {
      await reclaim(stores, clock());
    },
  );
  return {
    store:
      where.kind === 'embedded'
        ? `sqlite ${where.file}, ${config.folder}`
        : `postgres, s3 ${where.s3.bucket}`,
    routes(app) {
      allowLongBodies(app.server);
      fileRoutes(app, context);
      folderRoutes(app, context);
      downloadRoutes(app, context);
      app.register(async (scope) => uploadRoutes(scope, context));
    },
    ready: async () => void (await Promise.all([files.ready(), contents.ready()])),
    async close() {
      await contents.close();
      // They end soon: their connections and contents are closed.
      await Promise.allSettled([reclaiming, ...uploads]);
      await files.close();
    },
  };
}

type Stores = Pick<Vault, 'files' | 'contents' | 'spool'>;

async function openStores(config: Config, host: Host): Promise<Stores> {
  const { store: where, folder, deployment } = config;
  if (where.kind === 'embedded') {
    // First: its lock says that the folder is ours.
    const db = openDatabase({ file: where.file, onCommit: host.metrics.commits(name) });
    try {
      const contents = await openDiskContents(folder);
      return { files: sqliteStore(db), contents, spool: diskSpool(folder) };
    } catch (error) {
      await db.close();
      throw error;
    }
  }
  const { openS3Contents } = await import('./contents/s3.ts');
  const { openPostgresStore } = await import('./postgres/store.ts');
  const spool = { folder: spoolFolder(folder), nameless: true };
  await prepareSpool(spool);
  const contents = await openS3Contents(where.s3, deployment);
  try {
    return { files: await openPostgresStore(where.postgres, deployment), contents, spool };
  } catch (error) {
    await contents.close();
    throw error;
  }
}
