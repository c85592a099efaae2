import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { idOf, type Notification } from './notification.ts';
import type { Sender, Sent } from './sender.ts';

/** One address, which no mailer takes for two: no list, no comment, no quoting, no line break. */
const addressShape = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()\\,;"\p{Cc}]{1,255}$/u;

export const isAddress = (text: string) => addressShape.test(text);

/** @param url `smtp://user:password@host:port`, or `smtps://…` */
export function smtpSender(url: string, from: string): Sender {
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  return {
    async send(notification, signal) {
      const { userId, address = userId, title, body } = notification;
      if (!isAddress(address)) return { kind: 'refused', error: 'the user has no email address' };
      // A connection for each: when it is given up, it goes down at once.
      const transport = createTransport({ url, socketCloseTimeout: 0 });
      try {
        await transport.sendMail({
          from,
          to: { name: '', address },
          subject: title,
          text: body,
          messageId: `<${messageName(notification, address)}@${domain}>`,
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        });
        return { kind: 'sent' };
      } catch (error) {
        return failureOf(error as SmtpError);
      }
    },
  };
}

/**
 * The same for every attempt, so that a mailbox that got a mail twice can tell; of two deployments
 * with equal ids it still makes two.
 */
function messageName({ n, title, body }: Notification, address: string): string {
  const digest = createHash('sha256').update(JSON.stringify([address, title, body]));
  return `${idOf(n)}.${digest.digest('hex').slice(0, 16)}`;
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** What the server has against this mail may be final; the rest is trouble that may pass. */
export function failureOf({
  code = 'unknown',
  responseCode = 0,
  response,
  message,
}: SmtpError): Sent {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') {
    return { kind: 'failed', error: `the mail server cannot be used (${code})` };
  }
  // The mailer itself objects, before the server is asked: it would again.
  if (!response) return { kind: 'refused', error: message.slice(0, 200).toWellFormed() };
  const error = `the mail server answered: ${response.slice(0, 200).toWellFormed()}`;
  return { kind: responseCode >= 500 ? 'refused' : 'failed', error };
}
