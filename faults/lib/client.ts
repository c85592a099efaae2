/** Asks the replicas of one service, and counts what its clients saw. */
import { WebSocket } from 'ws';
import type { Answer, Ask, Question } from './workload.ts';

const patienceMs = 10_000;

/** What the clients of one service saw. */
export class Tally {
  done = 0;
  refused = 0;
  unanswered = 0;
  /** The first answer with 500 of each path, or another that no client should see. */
  readonly broken: string[] = [];
  /** When a request to each replica was refused or not answered last; `performance.now()`. */
  readonly #lastFailures: number[] = [];
  readonly #doneSince: number[] = [];

  count(replica: number, question: Question, answer: Answer): void {
    const { status } = answer;
    if (status === 0) this.unanswered++;
    else if (status === 503 || status === 507) this.refused++;
    else if (status >= 500) this.#tellBroken(question, answer);
    else this.done++;
    if (status === 0 || status >= 500) {
      this.#lastFailures[replica] = performance.now();
      this.#doneSince[replica] = 0;
    } else {
      this.#doneSince[replica] = (this.#doneSince[replica] ?? 0) + 1;
    }
  }

  #tellBroken({ method, path }: Question, { status, data }: Answer): void {
    const told = `${method} ${path}: ${status} ${JSON.stringify(data)}`;
    if (this.broken.length < 5) this.broken.push(told);
  }

  get lastFailure(): number {
    return Math.max(0, ...this.#lastFailures.filter((at) => at !== undefined));
  }

  /** Whether each replica has answered several requests since it refused one. */
  isWell(replicas: number): boolean {
    return Array.from({ length: replicas }, (_, i) => this.#doneSince[i] ?? 0).every((n) => n >= 3);
  }
}

/** @param addresses of the replicas, which are asked in turn */
export function askOf(addresses: readonly string[], tally: Tally): Ask {
  let turn = 0;
  return async (question) => {
    const replica = turn++ % addresses.length;
    const address = addresses[replica]!;
    const answer = await inTime((signal) =>
      (question.method === 'SEND' ? send : request)(address, question, signal),
    );
    tally.count(replica, question, answer);
    return answer;
  };
}

/** Settles whatever becomes of the connection: a load waits for each of its requests. */
async function inTime(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const none = { status: 0, data: undefined };
  const patience = new AbortController();
  const late = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => {
    late.resolve(none);
    patience.abort();
  }, patienceMs);
  try {
    return await Promise.race([ask(patience.signal).catch(() => none), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function request(address: string, question: Question, signal: AbortSignal): Promise<Answer> {
  const { method, path, body, headers = {} } = question;
  const json = body && { 'content-type': 'application/json' };
  const response = await fetch(address + path, {
    method,
    headers: { ...json, ...headers },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal,
  });
  const text = await response.text();
  const location = response.headers.get('location');
  if (location !== null) return { status: response.status, data: { location } };
  const content = text === '' ? undefined : JSON.parse(text);
  const isEnveloped = content?.data !== undefined;
  return { status: response.status, data: isEnveloped ? content.data : content };
}

/** 200 with the message as it came back, or 503 when the socket was closed instead. */
async function send(
  address: string,
  { path, body }: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const own = new URLSearchParams(path.split('?')[1]).get('user');
  const socket = new WebSocket(address.replace('http', 'ws') + path);
  signal.addEventListener('abort', () => socket.terminate());
  try {
    return await new Promise<Answer>((resolve, reject) => {
      socket.on('open', () => socket.send(JSON.stringify(body)));
      socket.on('message', (frame: Buffer) => {
        const message = JSON.parse(frame.toString());
        if (message.user === own) resolve({ status: 200, data: message });
      });
      socket.on('unexpected-response', (_, { statusCode = 0 }) => {
        resolve({ status: statusCode, data: undefined });
      });
      socket.on('close', (code) => resolve({ status: code === 1013 ? 503 : 0, data: undefined }));
      socket.on('error', reject);
    });
  } finally {
    // An end without a handshake is an error of the socket.
    socket.on('error', () => {}).close();
  }
}
