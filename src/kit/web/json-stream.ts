/** JSON lists that are sent while they are read from the store: they are never whole in memory. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { TimeSlice } from '../time-slice.ts';

/**
 * The entries of a list, portion by portion. What it returns at the end are further members of the
 * answer, such as a cursor.
 */
export type Portions<T> = AsyncIterable<readonly T[], object | void>;

/** Characters that are sent at a time, and one entry more at most. */
const chunkLength = 65_536;

/**
 * Sends `{"<member>":[…], …}`: at once when it is short, else in chunks. A portion is read when the
 * client has taken what stands before it; other requests have their turns meanwhile.
 * Fastify's serializers see none of it, so the entries must have exactly the members that clients
 * may see.
 *
 * @throws what reading the first chunk throws: the answer has not begun then
 */
export async function sendList(
  reply: FastifyReply,
  member: string,
  portions: Portions<unknown>,
): Promise<FastifyReply> {
  const text = listText(member, portions[Symbol.asyncIterator]());
  const first = await text.next();
  if (first.done) return sendJson(reply, first.value);
  return sendJson(reply, Readable.from(continued(first.value, text), { objectMode: false }));
}

/** Sends text that is JSON already. */
export function sendJson(reply: FastifyReply, body: string | Readable): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}

/** Yields all chunks but the last one, which it returns. */
async function* listText(
  member: string,
  reading: AsyncIterator<readonly unknown[], object | void>,
): AsyncGenerator<string, string> {
  const slice = new TimeSlice();
  let text = `{${JSON.stringify(member)}:[`;
  let separator = '';
  try {
    for (let portion = await reading.next(); ; portion = await reading.next()) {
      if (portion.done) {
        const rest = JSON.stringify(portion.value ?? {}).slice(1);
        return text + (rest === '}' ? ']}' : `],${rest}`);
      }
      for (const entry of portion.value) {
        if (slice.isOver) await slice.next();
        text += separator + JSON.stringify(entry);
        separator = ',';
        if (text.length < chunkLength) continue;
        yield text;
        text = '';
      }
    }
  } finally {
    await reading.return?.(); // when the client has gone
  }
}

async function* continued(
  begun: string,
  text: AsyncGenerator<string, string>,
): AsyncGenerator<string> {
  yield begun;
  yield yield* text;
}
