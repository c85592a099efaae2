import type { Logger } from 'pino';
import { idOf } from '../notification.ts';
import type { Sender } from './sender.ts';

/**
 * Simulates a channel by a log line. The line is the delivery, so it is written at any LOG_LEVEL. The
 * body may be confidential, so it is left out.
 */
export function logSender(parent: Logger): Sender {
  const log = parent.child({}, { level: 'info' });
  return {
    async send(notification) {
      const { channel, user_id, title } = notification;
      const id = idOf(notification);
      log.info({ id, channel, user_id, title }, 'notification simulated');
      return { kind: 'simulated' };
    },
  };
}
