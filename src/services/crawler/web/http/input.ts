/** Bytes that come in chunks, read in lines or in pieces. */

const none = Buffer.alloc(0);
const newline = 0x0a;

export class Input {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = none;

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Whether bytes have come that nobody has taken yet. */
  get hasRest(): boolean {
    return this.#rest.length > 0;
  }

  /** The bytes that come next, or undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    if (this.hasRest) {
      const rest = this.#rest;
      this.#rest = none;
      return rest;
    }
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      if (value.length > 0) return value;
    }
  }

  /** Puts bytes back: they come next. */
  unread(bytes: Buffer): void {
    this.#rest = this.hasRest ? Buffer.concat([bytes, this.#rest]) : bytes;
  }

  /** The first bytes, which are read again; fewer than `count` at the end. */
  async peek(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let length = 0;
    while (length < count) {
      const bytes = await this.next();
      if (bytes === undefined) break;
      parts.push(bytes);
      length += bytes.length;
    }
    const start = Buffer.concat(parts);
    this.unread(start);
    return start.subarray(0, count);
  }

  /** The next `count` bytes, as they come; fewer at the end. */
  async *take(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      const bytes = await this.next();
      if (bytes === undefined) return;
      if (bytes.length > left) this.unread(bytes.subarray(left));
      left -= bytes.length;
      yield bytes.length > 0 && left < 0 ? bytes.subarray(0, bytes.length + left) : bytes;
    }
  }

  /** Everything up to the end. */
  async *all(): AsyncGenerator<Buffer> {
    for (let bytes = await this.next(); bytes !== undefined; bytes = await this.next()) yield bytes;
  }

  /**
   * The next line, as latin1, without its line feed; undefined where the input ends before one.
   *
   * @throws the error of `tooLong` when there is none within `maxBytes`
   */
  async line(maxBytes: number, tooLong: () => Error): Promise<string | undefined> {
    const parts: Buffer[] = [];
    for (let length = 0; ;) {
      const bytes = await this.next();
      if (bytes === undefined) return undefined;
      const end = bytes.indexOf(newline);
      const part = end < 0 ? bytes : bytes.subarray(0, end);
      length += part.length;
      if (length > maxBytes) throw tooLong();
      parts.push(part);
      if (end < 0) continue;
      if (end + 1 < bytes.length) this.unread(bytes.subarray(end + 1));
      return Buffer.concat(parts).toString('latin1');
    }
  }

  /** Nothing more is read: the source may end. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
