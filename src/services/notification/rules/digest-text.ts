/** The text of a digest: each of its items, one after another. */
import type { Draft } from '../notification.ts';
import type { DigestItem } from '../schemas.ts';
import { cut } from './cut.ts';

/** Most items of one digest, and bytes of their titles and bodies: it is one notification. */
export const maxItems = 500;
export const maxItemBytes = 256 * 1024;

/** Characters of a push's text: browsers take 4 KiB, encrypted. */
const maxPushLength = 1_000;

export const sizeOf = ({ title, body }: Pick<Draft, 'title' | 'body'>) =>
  Buffer.byteLength(title) + Buffer.byteLength(body);

/** @param items at least one, in the order in which they joined */
export function digestText(channel: string, items: readonly DigestItem[]) {
  const [first] = items as [DigestItem];
  const texts = items.map(({ title, body }) => (body === '' ? title : `${title}\n${body}`));
  const body = items.length === 1 ? first.body : texts.join('\n\n');
  const shown = channel === 'push' ? cut(body, maxPushLength, ({ length }) => length) : body;
  return { title: first.title, body: shown, ...(shown !== body && { truncated: true }) };
}
