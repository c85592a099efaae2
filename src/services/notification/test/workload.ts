/** Notifications with keys: each is in its inbox once. */
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  bulk,
  expectStatus,
  forEachOf,
  read,
  settle,
  type Named,
  type Workload,
} from '#kit/testing/workload/workload.ts';

/** How many notifications the inbox of one user gets. */
const inboxSize = 20;

export function notificationWorkload({ name = '' }: Named = {}): Workload {
  const inboxes = new Map<string, { id: string; title: string }[]>();

  return {
    service: 'notification',

    async act(ask, client, n) {
      const title = `${name}${client}-${n}`;
      const user = `${name}user-${client}-${Math.floor(n / inboxSize)}`;
      const body = { user_id: user, channel: 'in_app', title, body: bulk() };
      const headers = { 'idempotency-key': title };
      const answer = await settle(ask, { method: 'POST', path: '/send', body, headers });
      expectStatus(answer, 200, 201);
      inboxes.set(user, [...(inboxes.get(user) ?? []), { id: answer.data.id, title }]);
    },

    async check(ask) {
      const findings = new Findings();
      await forEachOf(inboxes, async ([user, sent]) => {
        const { data } = await read(ask, `/notifications?user=${user}`);
        const kept: typeof sent = data.notifications;
        findings.distinct(
          'the notification',
          kept.map(({ title }) => title),
        );
        for (const { id, title } of sent) {
          if (!kept.some((one) => one.id === id && one.title === title))
            findings.lost(`the notification ${id} ${title}`);
        }
      });
      return findings.all;
    },
  };
}
