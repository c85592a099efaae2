/** HTTP/1.1 byte by byte: what `fetch` would not send, and all answers of a connection. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export interface Talk {
  readonly port: number;
  /** The address of loopback from which the client comes. */
  readonly from?: string;
  readonly method: string;
  /** The last request asks to close the connection, unless `leaves` does. */
  readonly pieces: readonly Buffer[];
  /** Between two pieces, milliseconds: a slow client is one that really waits. */
  readonly pauseMs?: number;
  /** Hangs up after the last piece, without waiting for an answer. */
  readonly leaves?: boolean;
  /** Closes its half of the connection after the last piece, and waits. */
  readonly saysNoMore?: boolean;
  /** How long the connection may bring nothing, milliseconds. */
  readonly patienceMs: number;
}

export interface Outcome {
  /** None when the connection was cut off. */
  readonly answers: readonly Answer[];
  /** Whether the other end left the connection open, although nothing more came. */
  readonly isLeftOpen: boolean;
}

/** Sends the pieces over a connection of its own, and reads until it ends. */
export async function exchange({
  port,
  from,
  method,
  pieces,
  pauseMs = 0,
  leaves,
  saysNoMore,
  patienceMs,
}: Talk): Promise<Outcome> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from }).setNoDelay();
  const received: Buffer[] = [];
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let isLeftOpen = false;
  socket.setTimeout(patienceMs, () => {
    isLeftOpen = true;
    socket.destroy();
  });
  // A server that has refused a body does not read the rest of it.
  socket.on('error', () => {});
  socket.on('data', (some: Buffer) => {
    received.push(some);
    // These do not end by themselves.
    if (received.length < 20 && /^content-type: text\/event-stream/im.test(some.toString('latin1')))
      socket.destroy();
  });
  for (const [i, piece] of pieces.entries()) {
    if (socket.destroyed) break;
    if (i > 0 && pauseMs > 0) await pause(pauseMs);
    if (!socket.write(piece)) await Promise.race([drained(socket), closed]);
  }
  if (leaves) socket.destroySoon();
  if (saysNoMore) socket.end();
  await closed;
  return { answers: answersIn(Buffer.concat(received), method), isLeftOpen };
}

const drained = (socket: ReturnType<typeof connect>) =>
  new Promise<void>((resolve) => socket.once('drain', resolve));

function answersIn(bytes: Buffer, method: string): Answer[] {
  const answers: Answer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) return answers;
    const head = bytes.toString('latin1', at, end);
    const status = Number(head.slice(9, 12));
    at = end + 4;
    if (status === 100) continue;
    const [body, next] = bodyAt(bytes, at, method === 'HEAD' || status === 204 ? '' : head);
    answers.push({ status, head, body: body.toString() });
    at = next;
  }
}

/** @returns the body, and where the next answer begins */
function bodyAt(bytes: Buffer, start: number, head: string): [Buffer, number] {
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    return [bytes.subarray(start, end), end];
  }
  if (!/^transfer-encoding: chunked/im.test(head)) {
    const end = head === '' || head.includes(' 304 ') ? start : bytes.length;
    return [bytes.subarray(start, end), end];
  }
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const line = bytes.indexOf('\r\n', at);
    const size = line < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (Number.isNaN(size)) return [Buffer.concat(chunks), bytes.length];
    if (size === 0) return [Buffer.concat(chunks), line + 4];
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
