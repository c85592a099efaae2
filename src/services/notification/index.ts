import type { Host, Running, Service } from '#kit/host/service.ts';
import { access } from '#kit/web/identity/access.ts';
import { countOutcomes } from './counters.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { examples } from './examples.ts';
import { maxStreams } from './follow.ts';
import { Outbox } from './outbox/outbox.ts';
import { routes } from './routes.ts';
import { repetition } from './send.ts';
import { logSender } from './senders/log.ts';
import { pushSender } from './senders/push.ts';
import type { Senders } from './senders/sender.ts';
import { smtpSender } from './senders/smtp.ts';
import { openSqliteStore } from './store/sqlite/store.ts';
import type { NotificationStore } from './store/store.ts';

const name = 'notification';

/** Pauses between two runs of the loops. */
const pausesMs = { repeat: 1_000, count: 1_000, forget: 60_000 } as const;

export const notification: Service = {
  name,
  summary: 'Notifies users in an inbox that can be followed live, by email and by push.',
  port: 8083,
  trustsNamedUsers: true,
  variables: Variables,
  examples,

  async start(host: Host): Promise<Running> {
    const { clock, log, stopping, metrics } = host;
    const config = readConfig(host.env, host.common);
    const store = host.own(await openStore(config.store, host));
    const { maxAttempts, timeoutMs, sendNeedsToken } = config;
    const senders = sendersOf(config, host);
    // Without identity, nothing else keeps others from sending mails through our server.
    const sendAccess = sendNeedsToken && !host.identity.isOn ? access.admin : access.service;
    const limits = { maxAttempts, timeoutMs, random: Math.random };
    const settled = countOutcomes(store, metrics, name);
    const outbox = new Outbox({ store, senders, clock, log, settled, ...limits });
    const streams = host.eventStreams<string>({ max: maxStreams });
    await store.watch(streams);

    const gauge = (what: string, help: string, read: () => number) =>
      metrics.gauge(name, `hawker_notification_${what}`, help, read);
    gauge('outbox_entries', 'Emails and pushes neither sent nor failed', () => outbox.backlog);

    host.loop('outbox', pausesMs.repeat, () => outbox.repeatDue());
    // A loop of its own: a run of repetitions takes as long as there is something due.
    host.loop('outbox count', pausesMs.count, () => outbox.countBacklog());
    host.loop('forget', pausesMs.forget, async () => {
      while (!stopping.aborted && (await store.forget(clock())));
    });
    return {
      routes: (app) => routes(app, { store, outbox, repetition, streams, clock, sendAccess }),
      drain: () => outbox.stop(),
      // Requests that came while the listener closed may have begun attempts.
      close: () => outbox.stop(),
    };
  },
};

function sendersOf({ smtp, vapid, allowPrivateEndpoints }: Config, { log }: Host): Senders {
  return {
    email: smtp ? smtpSender(smtp.url, smtp.from) : logSender(log),
    push: vapid ? pushSender(vapid, allowPrivateEndpoints) : logSender(log),
  };
}

async function openStore(where: Config['store'], host: Host): Promise<NotificationStore> {
  if (where.kind === 'sqlite') {
    return openSqliteStore({ file: where.file, onCommit: host.metrics.commits(name) });
  }
  const { openPostgresStore } = await import('./store/postgres/store.ts');
  return openPostgresStore(where.url, where.deployment);
}
