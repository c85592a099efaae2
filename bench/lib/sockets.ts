/** Bare WebSocket clients that count frames: light enough to drive a server that fans out. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** How a server is spoken to. */
export interface Dialect {
  readonly path: string;
  /** Sent once after the handshake. */
  readonly hello?: string;
  /** First bytes of a frame that carries a message. */
  readonly prefix: string;
  wrap(content: string): string;
}

export const plain: Dialect = {
  path: '/ws?room=bench&user=bench',
  prefix: '{',
  wrap: (content) => JSON.stringify({ content }),
};

export const socketIo: Dialect = {
  path: '/socket.io/?EIO=4&transport=websocket',
  hello: '40',
  prefix: '42',
  wrap: (content) => `42${JSON.stringify(['message', { content }])}`,
};

/** A socket on which the server has agreed to speak WebSocket, and its answer. */
export async function handshake(port: number, path: string) {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  if (!head.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(String(head));
  return { socket, head };
}

export class FrameClient {
  /** Messages received. */
  count = 0;
  /** Called with the payload of each message, on clients that set it. */
  onMessage: ((payload: Buffer) => void) | undefined;
  readonly #socket: Socket;
  readonly #dialect: Dialect;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, dialect: Dialect) {
    this.#socket = socket;
    this.#dialect = dialect;
  }

  static async open(port: number, dialect: Dialect): Promise<FrameClient> {
    const { socket, head } = await handshake(port, dialect.path);
    const client = new FrameClient(socket, dialect);
    client.#receive(head.subarray(head.indexOf('\r\n\r\n') + 4));
    socket.on('data', (chunk: Buffer) => client.#receive(chunk));
    if (dialect.hello !== undefined) client.#send(dialect.hello);
    return client;
  }

  say(content: string): void {
    this.#send(this.#dialect.wrap(content));
  }

  close(): void {
    this.#socket.destroy();
  }

  /** A masked text frame of less than 64 KiB; a mask of zeros leaves the payload as it is. */
  #send(text: string): void {
    const payload = Buffer.from(text);
    const short = payload.length < 126;
    const head = Buffer.alloc(short ? 6 : 8);
    head[0] = 0x81;
    head[1] = 0x80 | (short ? payload.length : 126);
    if (!short) head.writeUInt16BE(payload.length, 2);
    this.#socket.write(Buffer.concat([head, payload]));
  }

  #receive(chunk: Buffer): void {
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const [first, second] = [
      this.#dialect.prefix.charCodeAt(0),
      this.#dialect.prefix.charCodeAt(1),
    ];
    let at = 0;
    while (at + 4 <= data.length) {
      const short = data[at + 1]!;
      const start = at + (short < 126 ? 2 : 4);
      const end = start + (short < 126 ? short : data.readUInt16BE(at + 2));
      if (end > data.length) break;
      if (data[start] === first && (Number.isNaN(second) || data[start + 1] === second)) {
        this.count++;
        this.onMessage?.(data.subarray(start, end));
      }
      at = end;
    }
    this.#rest = data.subarray(at);
  }
}
