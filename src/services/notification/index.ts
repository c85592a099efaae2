import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { access, type Access } from '#kit/web/identity/access.ts';
import { BatchMaker } from './batches/maker.ts';
import { registerCounters } from './counters.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { examples } from './examples.ts';
import { forgetOld } from './forget.ts';
import { maxStreams } from './follow.ts';
import { Outbox } from './outbox/outbox.ts';
import { routes } from './routes/index.ts';
import { repetition } from './send.ts';
import { httpSender, type OwnSender } from './senders/http.ts';
import { logSender } from './senders/log.ts';
import { pushSender } from './senders/push.ts';
import type { Senders } from './senders/sender.ts';
import { smtpSender } from './senders/smtp.ts';
import { openSqliteStore } from './store/sqlite/sqlite-notification-store.ts';
import type { NotificationStore } from './store/notification-store.ts';

const name = 'notification';

/** Pauses between two runs of the loops. */
const pausesMs = { ripen: 1_000, repeat: 1_000, batches: 1_000, count: 1_000, forget: 60_000 };

/** How many notifications ripen at once: each may have 64 KiB of text, a digest more. */
const ripenLimit = 20;

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
    const { settled, removed, ...counts } = registerCounters(metrics, name);
    const store = counted(host.own(await openStore(config.store, host)), counts.store);
    const { maxAttempts, retryMs, timeoutMs, retentionMs } = config;
    const senders = sendersOf(config, host);
    const sendAccess = sendAccessOf(config, host);
    const limits = { maxAttempts, retryMs, timeoutMs };
    const outbox = new Outbox({ store, senders, clock, log, settled, ...limits });
    const maker = new BatchMaker(store, clock, stopping);
    const streams = host.eventStreams<string>({ max: maxStreams });
    await store.watch(streams);

    const gauge = (what: string, help: string, read: () => number) =>
      metrics.gauge(name, `hawker_notification_${what}`, help, read);
    gauge(
      'outbox_entries',
      'Emails and pushes that are due, under way, or to be repeated',
      () => outbox.backlog,
    );

    host.loop('due', pausesMs.ripen, async () => {
      while (!stopping.aborted && (await store.ripen(ripenLimit, clock())).more);
    });
    host.loop('batches', pausesMs.batches, () => maker.run());
    host.loop('outbox', pausesMs.repeat, () => outbox.repeatDue());
    // A loop of its own: a run of repetitions takes as long as there is something due.
    host.loop('outbox count', pausesMs.count, () => outbox.countBacklog());
    host.loop('forget', pausesMs.forget, () => forgetOld(store, retentionMs, clock(), stopping));
    // The loop makes a batch whose first run fails.
    const begun = () => void maker.run().catch(() => {});
    const context = { store, outbox, repetition, streams, clock, sendAccess, begun, removed };
    return {
      routes: (app) => routes(app, context),
      drain: () => outbox.stop(),
      // Requests that came while the listener closed may have begun attempts.
      async close() {
        await Promise.all([outbox.stop(), maker.idle()]);
      },
    };
  },
};

/** Without identity, nothing else keeps others from sending mails through our server. */
function sendAccessOf(config: Config, { identity }: Host): Access {
  if (config.sendNeedsToken && !identity.isOn) return access.admin;
  const { smtp, vapid, emailHttp, pushHttp } = config;
  const isReal = [smtp, vapid, emailHttp, pushHttp].some((sender) => sender !== undefined);
  return isReal ? access.localService : access.service;
}

function sendersOf(config: Config, { log, clock }: Host): Senders {
  const { smtp, vapid, emailHttp, pushHttp, allowPrivateEndpoints } = config;
  const own = (sender: OwnSender | undefined) =>
    sender ? httpSender(sender, clock) : logSender(log);
  return {
    email: smtp ? smtpSender(smtp.url, smtp.from) : own(emailHttp),
    push: vapid ? pushSender(vapid, allowPrivateEndpoints, clock) : own(pushHttp),
  };
}

async function openStore(where: Config['store'], host: Host): Promise<NotificationStore> {
  if (where.kind === 'sqlite') {
    return openSqliteStore({ file: where.file, onCommit: host.metrics.commits(name) });
  }
  const { openPostgresStore } = await import('./store/postgres/postgres-notification-store.ts');
  return openPostgresStore(where.url, where.deployment);
}
