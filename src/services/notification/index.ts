import { EventStreams, keepAliveInterval } from '#kit/event-streams.ts';
import { loop } from '#kit/loop.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { Outbox } from './outbox.ts';
import { routes } from './routes.ts';
import { logSender } from './sender.log.ts';
import { patience } from './send.ts';
import { pushSender } from './sender.push.ts';
import { smtpSender } from './sender.smtp.ts';
import type { Senders } from './sender.ts';
import type { NotificationStore } from './store.ts';
import { openDatabase, sqliteStore } from './store.sqlite.ts';
import { maxStreams } from './streams.ts';

const name = 'notification';

/** Pauses between two runs, milliseconds. */
const pauses = { repeat: 1_000, count: 1_000, forget: 60_000 } as const;

export const notification: Service = {
  name,
  summary: 'Notifies users in an inbox that can be followed live, by email and by push.',
  port: 8083,
  variables: Variables,

  async start(host: Host): Promise<Running> {
    const { clock, log, stopping: signal, metrics } = host;
    const config = readConfig(host.env, host.common);
    const store = await openStore(config.store, host);
    const { maxAttempts, timeout } = config;
    const senders = sendersOf(config, host);
    const limits = { maxAttempts, timeout, random: Math.random };
    const outbox = new Outbox({ store, senders, clock, log, ...limits });
    const streams = new EventStreams<string>({ most: maxStreams, log });
    await store.watch(streams);

    const gauge = (what: string, help: string, read: () => number) =>
      metrics.gauge(name, `hawker_notification_${what}`, help, read);
    gauge('outbox_entries', 'Emails and pushes that are not over', () => outbox.backlog);
    gauge('failed', 'Emails and pushes that failed for good here', () => outbox.failed);
    gauge('streams', 'Open inbox streams', () => streams.count);

    const loops = [
      loop({ name: 'outbox', every: pauses.repeat, signal, log }, () => outbox.repeat()),
      // On its own: a round of repetitions takes as long as there is something due.
      loop({ name: 'outbox count', every: pauses.count, signal, log }, () => outbox.count()),
      loop({ name: 'keep-alive', every: keepAliveInterval, signal, log }, async () =>
        streams.keepAlive(),
      ),
      loop({ name: 'forget', every: pauses.forget, signal, log }, async () => {
        while (await store.forget(clock())) if (signal.aborted) return;
      }),
    ];
    return {
      store: config.store.kind === 'sqlite' ? `sqlite ${config.store.file}` : 'postgres',
      routes: (app) => routes(app, { store, outbox, patience, streams, clock }),
      ready: () => store.ready(),
      async drain() {
        streams.close();
        await outbox.stop();
      },
      async close() {
        await outbox.stop();
        await Promise.all(loops);
        await store.close();
      },
    };
  },
};

function sendersOf({ smtp, vapid, isLocal }: Config, { log }: Host): Senders {
  return {
    email: smtp ? smtpSender(smtp.url, smtp.from) : logSender(log),
    push: vapid ? pushSender(vapid, isLocal) : logSender(log),
  };
}

async function openStore(where: Config['store'], host: Host): Promise<NotificationStore> {
  if (where.kind === 'sqlite') {
    return sqliteStore(openDatabase({ file: where.file, onCommit: host.metrics.commits(name) }));
  }
  const { openPostgresStore } = await import('./store.postgres.ts');
  return openPostgresStore(where.url, where.deployment);
}
