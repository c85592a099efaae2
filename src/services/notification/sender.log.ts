import type { Logger } from 'pino';
import { idOf } from './notification.ts';
import type { Sender } from './sender.ts';

/**
 * Simulates a channel by writing a log line. The line is the delivery, not a diagnosis: it is
 * written whatever LOG_LEVEL says. The body may be confidential, and stays out of it.
 */
export function logSender(parent: Logger): Sender {
  const log = parent.child({}, { level: 'info' });
  return {
    async send({ n, channel, userId, title }) {
      log.info({ id: idOf(n), channel, user_id: userId, title }, 'notification sent');
      return { kind: 'sent' };
    },
  };
}
