import { Readable } from 'node:stream';

/** How often a download may be resumed without getting further. */
const maxResumptions = 5;

/**
 * Streams bytes `start` to `end`; after a broken connection, requests the rest again from there.
 *
 * @param first an open stream from `start` on
 * @param get opens another one, from a later byte on
 */
export function resuming(
  first: Readable,
  get: (from: number) => Promise<Readable>,
  start: number,
  end: number,
): Readable {
  let body = first;
  async function* bytes() {
    let next = start;
    let fruitless = 0;
    while (true) {
      let failure: unknown;
      const before = next;
      try {
        for await (const chunk of body) {
          const part = (chunk as Buffer).subarray(0, end + 1 - next);
          next += part.length;
          yield part;
          if (next > end) return;
        }
      } catch (error) {
        failure = error;
      }
      if (next > end || stream.destroyed) return;
      fruitless = next === before ? fruitless + 1 : 0;
      if (fruitless === maxResumptions) throw failure ?? new Error('a content broke off');
      body = await get(next);
    }
  }
  const stream = Readable.from(bytes(), { objectMode: false });
  return stream.once('close', () => body.destroy());
}
