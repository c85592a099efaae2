/** JSON lists that are sent while they are read from the store: they are never whole in memory. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { TimeSlice } from '../time-slice.ts';

/**
 * The entries of a list, portion by portion. What it returns at the end are further members of the
 * answer, such as a cursor.
 */
export type Portions<T> = AsyncIterable<readonly T[], object | void>;

/**
 * Sends `{"<member>":[…], …}`: at once when it is one portion, else portion by portion. A portion is
 * read when the client has taken those before it; other requests have their turns meanwhile.
 * Fastify's serializers see none of it, so the entries must have exactly the members that clients
 * may see.
 *
 * @throws what reading the first two portions throws: the answer has not begun then
 */
export async function sendList(
  reply: FastifyReply,
  member: string,
  portions: Portions<unknown>,
): Promise<FastifyReply> {
  const reading = portions[Symbol.asyncIterator]();
  const first = await reading.next();
  const entries = first.done ? [] : first.value;
  const second = first.done ? first : await reading.next();
  if (second.done) {
    return sendJson(reply, JSON.stringify({ [member]: entries, ...second.value }));
  }
  const text = listText(member, [...entries, ...second.value], reading);
  return sendJson(reply, Readable.from(text, { objectMode: false }));
}

/** Sends text that is JSON already. */
export function sendJson(reply: FastifyReply, body: string | Readable): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}

/** @param begun entries that have been read already */
async function* listText(
  member: string,
  begun: readonly unknown[],
  reading: AsyncIterator<readonly unknown[], object | void>,
): AsyncGenerator<string> {
  const slice = new TimeSlice();
  let text = `{${JSON.stringify(member)}:[`;
  let separator = '';
  let portion: IteratorResult<readonly unknown[], object | void> = { value: begun };
  try {
    for (; !portion.done; portion = await reading.next()) {
      for (const entry of portion.value) {
        text += separator + JSON.stringify(entry);
        separator = ',';
        // Entries may be long: a portion of them may take more than a slice.
        if (!slice.isOver) continue;
        yield text;
        text = '';
        await slice.next();
      }
      if (text !== '') yield text;
      text = '';
    }
    const rest = JSON.stringify(portion.value ?? {}).slice(1);
    yield text + (rest === '}' ? ']}' : `],${rest}`);
  } finally {
    await reading.return?.(); // when the client has gone
  }
}
