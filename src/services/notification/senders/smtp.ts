import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Notification } from '../notification.ts';
import { notificationIds } from '../schemas.ts';
import type { Sender, SendResult } from './sender.ts';

/** One address that no mailer reads as several: no list, comment, quotation or line break. */
const addressShape = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()\\,;"\p{Cc}]{1,255}$/u;

export const isAddress = (text: string) => addressShape.test(text);

/**
 * @param address `smtp://user:password@host:port`, or `smtps://…`; with a password, TLS is demanded
 *   unless it says `?requireTLS=false`
 */
export function smtpSender(address: string, from: string): Sender {
  const url = demandTlsForPassword(address);
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  return {
    async send(notification, signal) {
      const { user_id, address = user_id, title, body } = notification;
      if (!isAddress(address)) {
        return { kind: 'permanent-failure', error: 'the user has no email address' };
      }
      // Each mail has a connection of its own, which closes at once when the attempt is aborted.
      const transport = createTransport({ url, socketCloseTimeout: 0 });
      try {
        const { response } = await transport.sendMail({
          from,
          to: { name: '', address },
          subject: title,
          text: body,
          // Out-of-office replies stay away (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          messageId: `<${messageIdOf(notification, address)}@${domain}>`,
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        });
        return { kind: 'sent', answer: excerpt(response) };
      } catch (error) {
        return resultOfError(error as SmtpError);
      }
    },
  };
}

/** No password goes to a server without TLS, unless the address says so. */
function demandTlsForPassword(address: string): string {
  const url = new URL(address);
  if (url.password !== '' && !url.searchParams.has('requireTLS')) {
    url.searchParams.set('requireTLS', 'true');
  }
  return url.href;
}

/**
 * The same for every attempt, so that a mailbox recognises a repetition. The digest tells apart two
 * deployments that use the same id.
 */
function messageIdOf({ n, title, body }: Notification, address: string): string {
  const digest = createHash('sha256').update(JSON.stringify([address, title, body]));
  return `${notificationIds.format(n)}.${digest.digest('hex').slice(0, 16)}`;
}

const excerpt = (text: string) => text.slice(0, 200).toWellFormed();

interface SmtpError extends Error {
  readonly code?: string;
  /** The code of the system or of TLS behind `code`. */
  readonly originalCode?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/**
 * An answer of 5xx about this mail or our login is permanent, and so is what the mailer objects to
 * before it asks the server. Everything else is temporary.
 *
 * @throws the error, if it is neither the mailer's nor the network's: those have codes
 */
export function resultOfError(error: SmtpError): SendResult {
  const { code, responseCode = 0, response, message } = error;
  if (code === undefined) throw error;
  const kind = !response || responseCode >= 500 ? 'permanent-failure' : 'temporary-failure';
  if (code === 'EAUTH') {
    // Without the response: it may name the user.
    const reason = response ? responseCode : excerpt(message);
    return { kind, error: `the mail server refuses our login (${reason})` };
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    const reason = response ? `the mail server answered: ${excerpt(response)}` : excerpt(message);
    return { kind, error: reason };
  }
  const reason = error.originalCode ?? code;
  return { kind: 'temporary-failure', error: `the mail server cannot be used (${reason})` };
}
