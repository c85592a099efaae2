/**
 * In-app notifications, durable when they are answered: embedded with full fsync, and on
 * PostgreSQL, against a bare Fastify route.
 */
import {
  interleave,
  startBare,
  startService,
  withFolder,
  type Server,
  rounds,
  seconds,
} from './lib/harness.ts';

const postgres = process.env['TEST_DATABASE_URL'];

await withFolder(async (folder) => {
  const servers: Server[] = [];
  try {
    servers.push(await startBare());
    const embedded = { DATA_DIR: folder };
    servers.push(await startService('notification', 'embedded, full fsync', embedded));
    if (postgres) {
      const shared = { DATABASE_URL: postgres };
      servers.push(await startService('notification', 'PostgreSQL', shared));
    } else console.log('postgres is not installed: its row is left out');
    await interleave(
      servers,
      { connections: 64, seconds, script: 'notification.lua', args: [] },
      rounds,
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});
