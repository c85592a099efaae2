/**
 * The head of a response, read as Chromium reads it: servers send heads that no strict parser takes,
 * and their owners never notice (docs/adr/0051).
 */
import type { Input } from './input.ts';

/** Bytes of the heads of one response, those before the final one included. */
const maxHeadBytes = 256 * 1024;

/** Bytes that may stand before the status line, such as an empty line too many of the last body. */
const maxBytesBefore = 4;

export interface ResponseHead {
  readonly status: number;
  /** HTTP/1.1 or later. */
  readonly isModern: boolean;
  /** The values of each name in lower case, in their order, as latin1. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
}

const token = /^[!#$%&'*+\-.^_`|~\w]+$/;

/**
 * Reads up to the body. Answers 1xx that nobody asked for are passed over.
 *
 * @throws Error when it is not a response, or the connection ends before
 */
export async function readHead(input: Input): Promise<ResponseHead> {
  let left = maxHeadBytes;
  const tooLong = () =>
    new Error(`the response has more than ${maxHeadBytes / 1024} KiB of headers`);
  const nextLine = async () => {
    const line = await input.line(left, tooLong);
    if (line === undefined) throw new Error('other side closed');
    left -= line.length + 1;
    if (left < 0) throw tooLong();
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };
  for (;;) {
    const start = parseStatusLine(await firstLine(nextLine));
    const lines: string[] = [];
    for (let line = await nextLine(); line !== ''; line = await nextLine()) lines.push(line);
    const { status, isModern } = start;
    if (status >= 200) return { status, isModern, headers: parseHeaders(lines) };
  }
}

async function firstLine(nextLine: () => Promise<string>): Promise<string> {
  for (let before = 0; before < maxBytesBefore; before++) {
    const line = await nextLine();
    if (line !== '') return line;
  }
  return nextLine();
}

/** A status that cannot be read is 200, a version that cannot is 1.0. */
function parseStatusLine(line: string): { status: number; isModern: boolean } {
  const [, rest] = /^[^]{0,4}?http(\S*[^]*)$/i.exec(line) ?? [];
  if (rest === undefined) throw new Error('invalid HTTP response');
  const [, major, minor] = /^\/(\d)\.(\d)/.exec(rest) ?? [];
  const [, digits] = /^\S* +(\d+)/.exec(rest) ?? [];
  const status = digits === undefined ? 200 : Number(digits);
  if (status < 100 || status > 999) throw new Error('invalid HTTP response: its status');
  return { status, isModern: major !== undefined && Number(`${major}.${minor}`) >= 1.1 };
}

/**
 * Parses the lines of a head. A line that begins with white space continues the one before, and a
 * line that is not a header is ignored.
 */
function parseHeaders(lines: readonly string[]): Map<string, string[]> {
  const unfolded: string[] = [];
  // A carriage return alone ends a line, too.
  for (const line of lines.flatMap((line) => line.split('\r'))) {
    if (!/^[ \t]/.test(line)) unfolded.push(line);
    else if (unfolded.length > 0) unfolded.push(`${unfolded.pop()} ${line.trim()}`);
  }
  const headers = new Map<string, string[]>();
  for (const line of unfolded) {
    if (line.includes('\0')) throw new Error('invalid HTTP response: NUL in a header');
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    if (!token.test(name)) continue;
    const values = headers.get(name);
    const value = line.slice(colon + 1).trim();
    if (values === undefined) headers.set(name, [value]);
    else values.push(value);
  }
  return headers;
}

/** The members of a header that is a list, in however many lines. */
export function listOf({ headers }: ResponseHead, name: string): string[] {
  const values = headers.get(name) ?? [];
  return values.flatMap((value) => value.split(',')).map((member) => member.trim());
}
