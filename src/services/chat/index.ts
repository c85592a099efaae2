import { setTimeout as sleep } from 'node:timers/promises';
import { loop } from '#kit/loop.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { Hub } from './hub.ts';
import { routes } from './routes.ts';
import { ChatMemory, openDatabase, sqliteStore } from './store.sqlite.ts';
import { presence } from './store.ts';
import { upgrader } from './upgrade.ts';

const name = 'chat';

const pingInterval = 30_000;
/** How long clients may take to leave when the server stops, milliseconds. */
const drainLimit = 3_000;

export const chat: Service = {
  name,
  summary: 'Rooms over WebSocket: ordered, kept, and shared by all replicas.',
  port: 8082,
  variables: Variables,

  async start(host: Host): Promise<Running> {
    const { clock, log, stopping: signal } = host;
    const { store: where, origins } = readConfig(host.env, host.common);
    const { store, close } = await openStore(where, host);
    const hub = new Hub(store, clock, log);
    const upgrade = upgrader({ hub, log, origins, stopping: signal });
    host.metrics.gauge(name, 'hawker_chat_clients', 'Open connections', () => hub.clients.length);
    const loops = [
      loop({ name: 'ping', every: pingInterval, signal, log }, async () => hub.ping()),
      loop({ name: 'heartbeat', every: presence.heartbeat, signal, log }, () => hub.heartbeat()),
    ];
    return {
      store: where.kind === 'sqlite' ? `sqlite ${where.file}` : 'redis',
      routes: (app) => routes(app, store, clock),
      upgrade: (request, socket, head) => void upgrade(request, socket, head),
      ready: () => store.ready(),
      async drain() {
        // What was said in this turn is still appended and delivered.
        await sleep(0);
        await hub.close(drainLimit);
      },
      async close() {
        await Promise.all(loops);
        await close();
      },
    };
  },
};

async function openStore(where: Config['store'], host: Host) {
  if (where.kind === 'sqlite') {
    const db = openDatabase({ file: where.file, onCommit: host.metrics.commits(name) });
    return { store: sqliteStore(db, new ChatMemory()), close: () => db.close() };
  }
  const { openRedisStore } = await import('./store.redis.ts');
  const store = await openRedisStore(where.address, where.prefix);
  return { store, close: () => store.close() };
}
