/** A client that keeps many requests under way and fails at the first wrong answer. */
import { Pool } from 'undici';

export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object | string | Buffer;
  readonly headers?: Record<string, string>;
  /** Statuses that are right, besides those from 200 to 399. */
  readonly also?: readonly number[];
}

export class Client {
  readonly #pool: Pool;

  constructor(url: string, connections = 64) {
    // A request as heavy as some of these may take a while.
    this.#pool = new Pool(url, { connections, headersTimeout: 120_000, bodyTimeout: 120_000 });
  }

  /** Yields the body. */
  async send({ method, path, body, headers, also = [] }: Ask): Promise<string> {
    const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const response = await this.#pool.request({
      method,
      path,
      body: isRaw ? body : JSON.stringify(body),
      headers: isRaw ? headers : { 'content-type': 'application/json', ...headers },
    });
    const text = await response.body.text();
    const { statusCode: status } = response;
    if ((status >= 200 && status < 400) || also.includes(status)) return text;
    throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
  }

  /** As long as `ms`; yields how many were answered. */
  async sendFor(ms: number, ask: (i: number) => Ask): Promise<number> {
    let next = 0;
    const until = performance.now() + ms;
    const worker = async () => {
      while (performance.now() < until) await this.send(ask(next++));
    };
    await Promise.all(Array.from({ length: 64 }, worker));
    return next;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Does `work(i)` for i from `from` up to `to`, `count` at a time. */
export async function atATime(
  count: number,
  from: number,
  to: number,
  work: (i: number) => Promise<void>,
): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < to) await work(next++);
  };
  await Promise.all(Array.from({ length: count }, worker));
}
