/** Server-sent events, read from a body: https://html.spec.whatwg.org/#event-stream-interpretation */
import { inTime } from '../wait.ts';

export interface RawEvent {
  readonly event: string;
  /** Empty for an id alone, which tells where the stream is. */
  readonly text: string;
  /** The id of this event, or of the last one before that had an id. */
  readonly id: string | undefined;
}

/** Keep-alive comments come every 15 s: a connection that is silent for longer is dead. */
const maxSilenceMs = 45_000;

/**
 * What of an event is missing when the body ends is dropped, as the specification says.
 *
 * @param alive called with each part that arrives after the first
 * @throws what reading the body throws; a TimeoutError after 45 s of silence
 */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  alive: () => void,
): AsyncGenerator<RawEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = new Parser();
  try {
    for (let isFirst = true; ; isFirst = false) {
      const { done, value } = await inTime(reader.read(), maxSilenceMs);
      if (done) return;
      if (!isFirst) alive();
      yield* parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    // It may be broken already.
    reader.cancel().catch(() => {});
  }
}

/** Parses events. Each part of the text is read once, even in an event of many megabytes. */
export class Parser {
  /** The parts of the line that is not complete. */
  #parts: string[] = [];
  #endedWithReturn = false;
  #data: string[] = [];
  #event = '';
  #id: string | undefined;
  #hasId = false;

  *feed(chunk: string): Generator<RawEvent, void, undefined> {
    // `\r\n` may come in two chunks.
    const text = this.#endedWithReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    if (chunk !== '') this.#endedWithReturn = chunk.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    const last = lines.pop()!;
    for (const line of lines) {
      this.#parts.push(line);
      const whole = this.#parts.join('');
      this.#parts = [];
      if (whole !== '') this.#field(whole);
      else yield* this.#dispatch();
    }
    if (last !== '') this.#parts.push(last);
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#event = value;
    else if (name === 'id' && !value.includes('\0')) [this.#id, this.#hasId] = [value, true];
  }

  *#dispatch(): Generator<RawEvent, void, undefined> {
    const [event, data] = [this.#event || 'message', this.#data];
    const isPlace = this.#hasId;
    [this.#event, this.#data, this.#hasId] = ['', [], false];
    if (data.length > 0 || isPlace) yield { event, text: data.join('\n'), id: this.#id };
  }
}
