import { openQuotas } from '#kit/host/quotas.ts';
import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { registerCounters } from './counters.ts';
import { quotas, readConfig, Variables, type Config } from './config.ts';
import { examples } from './examples.ts';
import { Hub } from './room/hub.ts';
import { removeOldRooms } from './rooms.ts';
import { adminRoutes } from './routes/admin.ts';
import { publicRoutes } from './routes/public.ts';
import { upgrader } from './routes/upgrade.ts';
import { openSqliteStore } from './store/sqlite/sqlite-chat-store.ts';
import { presence, type ChatStore } from './store/chat-store.ts';

const name = 'chat';

/** How often rooms that nobody has used for long are removed. */
const roomsIntervalMs = 3_600_000;
const pingIntervalMs = 30_000;
/** How long clients may take to answer the close when the server stops. */
const drainTimeoutMs = 3_000;

export const chat: Service = {
  name,
  summary: 'Rooms over WebSocket: ordered, kept, and shared by all replicas.',
  port: 8082,
  trustsNamedUsers: true,
  variables: Variables,
  quotas,
  examples,

  async start(host: Host): Promise<Running> {
    const { clock, log, stopping } = host;
    const config = readConfig(host.env, host.common);
    const counts = registerCounters(host.metrics, name);
    const store = counted(host.own(await openStore(config, host)), counts.store);
    const opened = openQuotas(quotas, host.env, clock);
    const hub = counted(new Hub(store, clock, log), counts.hub);
    host.metrics.gauge(name, 'hawker_chat_clients', 'Open connections', () => hub.clients.length);
    host.loop('ping', pingIntervalMs, async () => hub.ping());
    host.loop('heartbeat', presence.heartbeatMs, () => hub.heartbeat());
    const { roomDays, framesPerSecond } = config;
    if (roomDays > 0) {
      host.loop('old rooms', roomsIntervalMs, () => removeOldRooms(store, roomDays, clock()));
    }
    return {
      routes(app) {
        publicRoutes(app, store, opened.rooms, clock);
        adminRoutes(app, store, clock);
      },
      upgrade: upgrader({ hub, store, clock, log, stopping, framesPerSecond, ...opened }),
      upgradeRoute: '/ws',
      upgradeOrigins: config.origins,
      drain: () => hub.close(drainTimeoutMs),
    };
  },
};

async function openStore({ store, history }: Config, host: Host): Promise<ChatStore> {
  if (store.kind === 'sqlite') {
    return openSqliteStore({ file: store.file, history, onCommit: host.metrics.commits(name) });
  }
  const { openRedisStore } = await import('./store/redis/redis-chat-store.ts');
  const { address, prefix } = store;
  return openRedisStore({ address, prefix, history, log: host.log });
}
