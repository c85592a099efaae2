/** JSON lists that are sent while they are read from the store: they are never whole in memory. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { TimeSlice } from '../../base/time-slice.ts';

/**
 * The entries of a list, portion by portion. What it returns at the end are further members of the
 * answer, such as a cursor.
 */
export type Portions<T> = AsyncIterable<readonly T[], object | void>;

/** Characters that are sent at a time, and one entry more at most. */
const chunkLength = 65_536;

/**
 * Sends `{"<member>":[…], …}`: at once when it is short, else in chunks. A portion is read when the
 * client has taken what stands before it; other requests have their turns in between.
 * Fastify's serializers see none of it, so the entries must have exactly the members that clients
 * may see.
 *
 * @throws what reading the first chunk throws: the answer has not begun then
 */
export function sendList(
  reply: FastifyReply,
  member: string,
  portions: Portions<unknown>,
): Promise<FastifyReply> {
  return sendLists(reply, { [member]: portions });
}

/**
 * Sends several lists of one answer, as `sendList` does, one after another.
 *
 * @param rest further members of the answer
 */
export async function sendLists(
  reply: FastifyReply,
  lists: Readonly<Record<string, Portions<unknown>>>,
  rest: object = {},
): Promise<FastifyReply> {
  const text = listsText(lists, rest);
  const first = await text.next();
  if (first.done) return sendJson(reply, first.value);
  return sendJson(reply, Readable.from(continued(first.value, text), { objectMode: false }));
}

/** Sends text that is JSON already. */
export function sendJson(reply: FastifyReply, body: string | Readable): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}

/** Yields all chunks but the last one, which it returns. */
async function* listsText(
  lists: Readonly<Record<string, Portions<unknown>>>,
  rest: object,
): AsyncGenerator<string, string> {
  let text = '';
  let separator = '{';
  const last = { ...rest };
  for (const [member, portions] of Object.entries(lists)) {
    text += `${separator}${JSON.stringify(member)}:[`;
    const list = listText(text, portions[Symbol.asyncIterator]());
    const { text: end, rest: more } = yield* list;
    text = `${end}]`;
    Object.assign(last, more);
    separator = ',';
  }
  const members = JSON.stringify(last).slice(1);
  return text + (members === '}' ? '}' : `,${members}`);
}

/** Yields all chunks but the last one, which it returns with what the list returned. */
async function* listText(
  begun: string,
  reading: AsyncIterator<readonly unknown[], object | void>,
): AsyncGenerator<string, { text: string; rest: object | void }> {
  const slice = new TimeSlice();
  let text = begun;
  let separator = '';
  try {
    for (let portion = await reading.next(); ; portion = await reading.next()) {
      if (portion.done) return { text, rest: portion.value };
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
