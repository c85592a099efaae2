/** Where the body of a response ends (RFC 9112, section 6), in the cases of browsers. */
import { listOf, type ResponseHead } from './head.ts';
import type { Input } from './input.ts';

/** Bytes of a line between chunks. */
const maxLineBytes = 16 * 1024;

type Framing =
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until close' };

/**
 * Chunks win over a length; lengths that are equal count once; a length that is not a number is
 * ignored.
 *
 * @throws Error when there are several lengths: where the body ends could be a matter of opinion
 */
export function framingOf(head: ResponseHead): Framing {
  const { status, isModern } = head;
  if (status === 204 || status === 205 || status === 304) return { kind: 'length', length: 0 };
  const codings = listOf(head, 'transfer-encoding').map((coding) => coding.toLowerCase());
  if (isModern && codings.includes('chunked')) return { kind: 'chunked' };
  const lengths = new Set(listOf(head, 'content-length'));
  if (lengths.size > 1) throw new Error('invalid HTTP response: several lengths');
  const [length = ''] = lengths;
  const isLength = /^\d+$/.test(length) && Number.isSafeInteger(Number(length));
  return isLength ? { kind: 'length', length: Number(length) } : { kind: 'until close' };
}

/**
 * The body as it comes, without its framing.
 *
 * @throws Error when it ends early
 */
export async function* readFramed(input: Input, framing: Framing): AsyncGenerator<Buffer> {
  if (framing.kind === 'until close') return yield* input.all();
  if (framing.kind === 'length') return yield* exactly(input, framing.length);
  for (let size = await chunkSize(input); size > 0; size = await chunkSize(input)) {
    yield* exactly(input, size);
    if ((await nextLine(input)) !== '')
      throw new Error('invalid HTTP response: a chunk has no end');
  }
  // Trailers
  while ((await nextLine(input)) !== '');
}

async function* exactly(input: Input, length: number): AsyncGenerator<Buffer> {
  let left = length;
  for await (const bytes of input.take(length)) {
    left -= bytes.length;
    yield bytes;
  }
  if (left > 0) throw early();
}

async function chunkSize(input: Input): Promise<number> {
  const line = await nextLine(input);
  const [, digits] = /^([\da-f]{1,12}) *(?:;|$)/i.exec(line.replace(/^0+(?=[\da-f])/i, '')) ?? [];
  if (digits === undefined) throw new Error('invalid HTTP response: the size of a chunk');
  return Number.parseInt(digits, 16);
}

async function nextLine(input: Input): Promise<string> {
  const tooLong = () => new Error('invalid HTTP response: the size of a chunk');
  const line = await input.line(maxLineBytes, tooLong);
  if (line === undefined) throw early();
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

const early = () => new Error('the connection ended before the body did');
