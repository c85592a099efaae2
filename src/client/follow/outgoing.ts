/** What is sent to a room: it waits while there is no connection. */
import type { Socket } from './socket.ts';

/** Longer contents are dropped by the service without a word, bytes. */
const maxContentBytes = 4_096;

export class Outgoing {
  #socket: Socket | undefined;
  #isOver = false;
  readonly #waiting = new Set<() => void>();

  /**
   * @throws RangeError for content that is too long
   * @throws Error when nobody follows the room any more
   */
  async send(frame: string | object): Promise<void> {
    if (typeof frame === 'string' && new TextEncoder().encode(frame).length > maxContentBytes) {
      throw new RangeError(`the content is longer than ${maxContentBytes} bytes`);
    }
    const text = JSON.stringify(typeof frame === 'string' ? { content: frame } : frame);
    while (this.#socket === undefined) {
      if (this.#isOver) throw new Error('the room is not followed any more');
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    this.#socket.send(text);
  }

  connected(socket: Socket): void {
    this.#socket = socket;
    this.#release();
  }

  lost(): void {
    this.#socket = undefined;
  }

  end(): void {
    this.#isOver = true;
    this.#release();
  }

  /** All at once, before `lost` may be called: they go out in their order. */
  #release(): void {
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }
}
