/** JSON lists that are sent while they are read from the store: they are never whole in memory. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { TimeSlice } from '../time-slice.ts';

/**
 * Sends `{"<member>":[…], …rest}` portion by portion. Fastify's serializers see none of it, so the
 * entries must have exactly the members that clients may see.
 *
 * @param rest further members, after the list
 */
export function sendList(
  reply: FastifyReply,
  member: string,
  portions: AsyncIterable<readonly unknown[]>,
  rest: object = {},
): FastifyReply {
  return sendJson(reply, Readable.from(listText(member, portions, rest), { objectMode: false }));
}

/** Sends text that is JSON already. */
export function sendJson(reply: FastifyReply, body: string | Readable): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}

async function* listText(
  member: string,
  portions: AsyncIterable<readonly unknown[]>,
  rest: object,
): AsyncGenerator<string> {
  const slice = new TimeSlice();
  let text = `{${JSON.stringify(member)}:[`;
  let separator = '';
  for await (const portion of portions) {
    for (const entry of portion) {
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
  yield text + (Object.keys(rest).length === 0 ? ']}' : `],${JSON.stringify(rest).slice(1)}`);
}
