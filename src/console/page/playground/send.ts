/** Sends what the playground has built, with the token of this tab, and reads what comes back. */
import { askForToken, currentToken } from '../live/token.ts';
import type { BuiltRequest } from './request.ts';

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Milliseconds from the request to the head of the answer. */
  readonly ms: number;
  /** JSON is indented; of a stream, what has come so far. */
  readonly text: string;
  readonly isOver: boolean;
}

/** What of an answer is shown, bytes; characters of a stream. */
const maxShown = 64 * 1024;

/**
 * @param show called again while a stream brings something
 * @throws what `fetch` throws when there is no answer
 */
export async function send(
  request: BuiltRequest,
  signal: AbortSignal,
  show: (answer: Answer) => void,
): Promise<void> {
  const began = performance.now();
  let response = await once(request, signal, currentToken());
  if (response.status === 401) {
    const token = await askForToken();
    if (token !== undefined) response = await once(request, signal, token);
  }
  const { status, statusText } = response;
  const head = {
    status,
    statusText,
    headers: [...response.headers],
    ms: performance.now() - began,
  };
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream')) {
    return show({ ...head, text: await readable(response, type), isOver: true });
  }
  let text = '';
  show({ ...head, text, isOver: false });
  const parts = response.body!.pipeThrough(new TextDecoderStream());
  for await (const part of readParts(parts)) {
    text = (text + part).slice(-maxShown);
    show({ ...head, text, isOver: false });
  }
  show({ ...head, text, isOver: true });
}

/** Not every browser iterates streams. */
async function* readParts(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function once(request: BuiltRequest, signal: AbortSignal, token: string | undefined) {
  const { method, target, headers, json, raw } = request;
  return fetch(target, {
    method,
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: json === undefined ? (raw ?? null) : JSON.stringify(json),
    redirect: 'manual',
    signal,
  });
}

async function readable(response: Response, type: string): Promise<string> {
  if (response.type === 'opaqueredirect') {
    return '(a redirect; browsers do not show a page where it leads. curl does.)';
  }
  if (/json/.test(type)) {
    const text = await response.text();
    try {
      return JSON.stringify(JSON.parse(text), null, 2).slice(0, maxShown);
    } catch {
      return text.slice(0, maxShown);
    }
  }
  if (type.startsWith('text/')) return (await response.text()).slice(0, maxShown);
  const { size } = await response.blob();
  return size === 0 ? '' : `(${size} bytes of ${type})`;
}
