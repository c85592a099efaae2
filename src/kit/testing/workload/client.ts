/** Sends the questions of a workload to a process. */
import { WebSocket } from 'ws';
import type { Answer, Question } from './workload.ts';

const patienceMs = 10_000;

/** Addresses of the services of one process, and of its `console`. */
export type Addresses = Readonly<Record<string, string>>;

/** Asks a service of a process. */
export function answerOf(
  addresses: Addresses,
  service: string,
  question: Question,
): Promise<Answer> {
  const address = addresses[question.isForConsole ? 'console' : service]!;
  return inTime((signal) =>
    (question.method === 'SEND' ? send : request)(address, question, signal),
  );
}

/** Settles whatever becomes of the connection: a load waits for each of its requests. */
async function inTime(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const none = { status: 0, data: undefined, headers: new Headers() };
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
  const { status, headers: answered } = response;
  const text = await response.text();
  const content = /json/.test(answered.get('content-type') ?? '') ? JSON.parse(text) : undefined;
  return { status, data: content?.data ?? content, headers: answered };
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
      const end = (status: number, data?: unknown) =>
        resolve({ status, data, headers: new Headers() });
      socket.on('open', () => socket.send(JSON.stringify(body)));
      socket.on('message', (frame: Buffer) => {
        const message = JSON.parse(frame.toString());
        if (message.user === own) end(200, message);
      });
      socket.on('unexpected-response', (_, { statusCode = 0 }) => {
        end(statusCode);
      });
      socket.on('close', (code) => end(code === 1013 ? 503 : 0));
      socket.on('error', reject);
    });
  } finally {
    // An end without a handshake is an error of the socket.
    socket.on('error', () => {}).close();
  }
}
