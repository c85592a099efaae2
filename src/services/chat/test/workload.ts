/** Messages in rooms that keep all of them: each is there once, in the order of its numbers. */
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  bulk,
  expectStatus,
  forEachOf,
  isRefused,
  isUnclear,
  once,
  read,
  type Ask,
  type Named,
  type Workload,
} from '#kit/testing/workload/workload.ts';

/** So many clients share a room, for so many messages each: it keeps its last 100. */
const clientsOfRoom = 4;
const messagesOfClient = 20;

interface Message {
  readonly content: string;
  readonly seq: number;
}

export function chatWorkload({ name = '' }: Named = {}): Workload {
  const rooms = new Map<string, { known: Message[]; unclear: Set<string> }>();

  return {
    service: 'chat',

    async act(ask, client, n) {
      const room = `${name}room-${Math.floor(client / clientsOfRoom)}-${Math.floor(n / messagesOfClient)}`;
      const messages = rooms.get(room) ?? { known: [], unclear: new Set() };
      rooms.set(room, messages);
      const content = `${client} ${n} ${bulk()}`;
      const answer = await (n % 4 === 3 ? post : say)(ask, room, `user-${client}-${n}`, content);
      if (isUnclear(answer)) messages.unclear.add(content);
      if (isRefused(answer)) return;
      expectStatus(answer, 200, 201);
      messages.known.push({ content, seq: answer.data.seq });
    },

    async check(ask) {
      const findings = new Findings();
      await forEachOf(rooms, async ([room, { known, unclear }]) => {
        const { status, data } = await read(ask, `/api/rooms/${room}/messages`);
        const kept: Message[] = status === 404 ? [] : data.messages;
        findings.distinct(
          `the message in ${room}`,
          kept.map(({ content }) => content),
        );
        findings.distinct(
          `the number in ${room}`,
          kept.map(({ seq }) => seq),
        );
        const numbers = new Map(kept.map(({ content, seq }) => [content, seq]));
        for (const { content, seq } of known) {
          const found = numbers.get(content);
          if (found !== seq) findings.lost(`${room} ${seq}: its number is ${found}`);
          numbers.delete(content);
        }
        for (const content of numbers.keys()) {
          if (!unclear.has(content)) findings.wrong(`${room} has a message ${content.slice(0, 9)}`);
        }
      });
      return findings.all;
    },
  };
}

/** @param user a name of its own, so that the message that comes back is this one */
const say = (ask: Ask, room: string, user: string, content: string) =>
  once(ask, { method: 'SEND', path: `/ws?room=${room}&user=${user}`, body: { content } });

const post = (ask: Ask, room: string, user: string, content: string) =>
  once(ask, { method: 'POST', path: `/api/rooms/${room}/messages`, body: { user, content } });
