import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { idOf, type Notification } from './notification.ts';
import type { Sender, Sent } from './sender.ts';

/** One address, which no mailer takes for two: no list, no comment, no quoting, no line break. */
const addressShape = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()\\,;"\p{Cc}]{1,255}$/u;

export const isAddress = (text: string) => addressShape.test(text);

/**
 * @param address `smtp://user:password@host:port`, or `smtps://…`; with a password, TLS is demanded
 *   unless it says `?requireTLS=false`
 */
export function smtpSender(address: string, from: string): Sender {
  const url = guardPassword(address);
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

/** Passwords are not told to a server without TLS. */
function guardPassword(address: string): string {
  const url = new URL(address);
  if (url.password !== '' && !url.searchParams.has('requireTLS')) {
    url.searchParams.set('requireTLS', 'true');
  }
  return url.href;
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
  /** Of the system or of TLS, behind `code`. */
  readonly originalCode?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/**
 * What the server has against this mail or our login may be final, and what the mailer objects to
 * before it asks the server is; the rest is trouble that may pass.
 */
export function failureOf(error: SmtpError): Sent {
  const { code = 'unknown', originalCode = code, responseCode = 0, response, message } = error;
  const kind = !response || responseCode >= 500 ? 'refused' : 'failed';
  const excerpt = (text: string) => text.slice(0, 200).toWellFormed();
  if (code === 'EAUTH') {
    // Without the response: it may name the user.
    const reason = response ? responseCode : excerpt(message);
    return { kind, error: `the mail server refuses our login (${reason})` };
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    const reason = response ? `the mail server answered: ${excerpt(response)}` : excerpt(message);
    return { kind, error: reason };
  }
  return { kind: 'failed', error: `the mail server cannot be used (${originalCode})` };
}
