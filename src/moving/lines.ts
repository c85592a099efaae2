/** Reads lines whose bytes count: of a file, or of standard input. */

export interface TextLine {
  /** From 1. */
  readonly number: number;
  /** With its line feed. */
  readonly bytes: Buffer;
}

/** Longest line, bytes: a page of the crawler has up to some megabytes. */
const maxLineBytes = 256 * 1024 * 1024;

/**
 * What stands behind the last line feed is a line as well, without one.
 *
 * @throws Error for a line that is too long
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine> {
  let number = 1;
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield { number: number++, bytes: Buffer.concat([...rest, chunk.subarray(from, end + 1)]) };
      [rest, restBytes, from] = [[], 0, end + 1];
    }
    const left = chunk.subarray(from);
    if (left.length > 0) rest.push(left);
    restBytes += left.length;
    if (restBytes > maxLineBytes) throw new Error(`line ${number} is longer than any of ours`);
  }
  if (restBytes > 0) yield { number, bytes: Buffer.concat(rest) };
}
