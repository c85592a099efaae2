/** Hostile requests: a valid request to an operation, changed into one of several shapes. */
import * as fc from 'fast-check';
import { nearly } from '#kit/testing/rubbish.ts';
import { framesOf, type Random } from './frames.ts';
import type { Learned, Operation } from './operations.ts';

/** A valid request, which a shape then changes. */
export interface Draft {
  readonly operation: Operation;
  readonly pathValues: Record<string, string>;
  query: [string, string][];
  headers: [string, string][];
  /** The valid body, if it is JSON. */
  readonly json?: unknown;
  body: Buffer;
  /** The size of the chunks that the body is sent in; undefined: it is sent with its length. */
  chunkBytes?: number;
  /** How many copies are sent at once on one connection. */
  copies: number;
  /** The number of pieces that it is sent in, with pauses between them. */
  pieces: number;
  /** The frames that follow the head of a WebSocket handshake. */
  frames?: Buffer;
  /** The part of it that is sent before the client hangs up. */
  cutAt?: number;
}

const pick = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)]!;

const brackets = 5_000;
const texts = [
  '\u0000',
  'a\u0000b',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '__proto__',
  'constructor',
  "';--",
  '-1',
  '1e999',
  '9'.repeat(400),
  '٣',
  '\u202e\ufeff',
  '🚚'.repeat(300),
  'x'.repeat(7_000),
  '',
  ' ',
  '[]',
  '{}',
  '*',
  'null',
  '%',
];
/** Texts that are already percent-encoded, some of them malformed. */
const encoded = ['%00', '%ff', '%ed%a0%80', '%', '%2e%2e%2f', '%252e', '%E2%80%AE', '%0d%0aX:%20y'];
const numbers = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '-9223372036854775809',
  '9'.repeat(400),
  '-0',
];
const prototypes = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'];
const nested = [
  '['.repeat(brackets) + ']'.repeat(brackets),
  '{"a":'.repeat(brackets) + '1' + '}'.repeat(brackets),
  '[{"a":'.repeat(brackets / 2) + '1' + '}]'.repeat(brackets / 2),
  '['.repeat(brackets),
];
const strings = [
  String.raw`"\ud800"`,
  String.raw`"\udc00\ud800"`,
  String.raw`"\u0000"`,
  String.raw`"a\u0000b"`,
  String.raw`"\u202e"`,
  '"a\nb"',
  '"\ufeff"',
  '""',
  JSON.stringify(' '.repeat(10_000)),
];
const headers: readonly [string, string][] = [
  ['range', 'bytes=0-0,1-1,2-2,-1,99999999999999999999-'],
  ['range', `bytes=${'0-0,'.repeat(2_000)}1-1`],
  ['if-match', '"'.repeat(500)],
  ['if-none-match', `${'W/"a",'.repeat(1_000)}*`],
  ['if-modified-since', 'yesterday'],
  ['last-event-id', '\u00ff'.repeat(1_000)],
  ['last-event-id', '-1'],
  ['idempotency-key', 'k'.repeat(9_000)],
  ['x-request-id', '<script>'.repeat(100)],
  ['x-forwarded-for', '1.2.3.4, ::1, not an address, 127.0.0.1'],
  ['x-forwarded-proto', 'javascript'],
  ['forwarded', 'for="[::1]:99999";by=_x;;;='],
  ['accept', '*/*;q=nan,'.repeat(500)],
  ['accept-encoding', 'gzip;q=2,br;q=-1'],
  ['content-encoding', 'gzip'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'multipart/form-data'],
  ['content-type', `multipart/form-data; boundary=${'b'.repeat(5_000)}`],
  ['cookie', 'a=b; '.repeat(1_000)],
  ['upload-length', '9'.repeat(30)],
  ['upload-length', '-1'],
  ['upload-offset', '1e3'],
  ['upload-metadata', 'name !!!,,name ====='],
  ['upload-concat', 'final;../../x'],
  ['tus-resumable', '9.9.9'],
  ['expect', 'the unexpected'],
  ['connection', 'upgrade'],
  ['upgrade', 'h2c'],
  ['traceparent', `00-${'f'.repeat(32)}-${'0'.repeat(16)}-zz`],
  ['x-long', 'x'.repeat(100_000)],
];

/** Puts raw JSON in the place of a member of the body, or of all of it; a parameter where there is none. */
function plant(draft: Draft, random: Random, raw: string): void {
  if (draft.json === undefined)
    return plantParameter(draft, random, encodeURIComponent(raw.slice(0, 6_000)));
  const places = placesIn(draft.json);
  const place = pick(random, places);
  const mark = 'here it stands';
  draft.body = Buffer.from(
    JSON.stringify(replaced(draft.json, place, mark)).replace(`"${mark}"`, () => raw),
  );
}

function placesIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([name, one]) => placesIn(one, [...at, name]));
  return [at, ...inner];
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[name] = replaced(copy[name], rest, by);
  return copy;
}

/** @param value as it stands in a URL */
function plantParameter(draft: Draft, random: Random, value: string): void {
  const inPath = Object.keys(draft.pathValues);
  const count = inPath.length + draft.query.length;
  const at = Math.floor(random() * count);
  if (at < inPath.length) draft.pathValues[inPath[at]!] = value;
  else if (count > 0) draft.query[at - inPath.length]![1] = value;
  else draft.query.push(['x', value]);
}

const setHeader = (draft: Draft, [name, value]: readonly [string, string]) => {
  draft.headers = [...draft.headers.filter(([one]) => one !== name), [name, value]];
};

/** A body of so many bytes that is JSON where the operation takes that. */
function fill(draft: Draft, random: Random, bytes: number): void {
  if (draft.json !== undefined) return plant(draft, random, JSON.stringify('x'.repeat(bytes)));
  draft.body = Buffer.alloc(bytes, 'x');
}

type Shape = (draft: Draft, random: Random) => void;

export const shapes: Readonly<Record<string, Shape>> = {
  plain() {},
  mistyped(draft, random) {
    if (draft.json === undefined)
      return plantParameter(draft, random, encodeURIComponent(pick(random, texts)));
    const [body] = fc.sample(nearly(draft.json), {
      seed: Math.floor(random() * 2 ** 31),
      numRuns: 1,
    });
    draft.body = Buffer.from(body!);
  },
  nested: (draft, random) => plant(draft, random, pick(random, nested)),
  numbers: (draft, random) => plant(draft, random, pick(random, numbers)),
  strings: (draft, random) => plant(draft, random, pick(random, strings)),
  'bytes that are not UTF-8'(draft, random) {
    plant(draft, random, '"here"');
    const bad = pick(random, [[0xed, 0xa0, 0x80], [0xff], [0xc0, 0x80], [0xf5, 0x80]]);
    const at = draft.body.indexOf('here');
    draft.body = Buffer.concat([
      draft.body.subarray(0, at),
      Buffer.from(bad),
      draft.body.subarray(at + 4),
    ]);
  },
  'names of prototypes'(draft, random) {
    const name = pick(random, prototypes);
    if (draft.json === undefined) return void draft.query.push([name, '1'], [`${name}[a]`, '1']);
    const text = draft.body.toString();
    draft.body = Buffer.from(text.replace('{', () => `{"${name}":{"is_admin":true,"length":-1},`));
  },
  'duplicated members'(draft, random) {
    if (draft.json === undefined)
      return void draft.query.push(
        ...draft.query.map(([name]) => [name, 'mallory'] as [string, string]),
      );
    const members = Object.entries(draft.json as object);
    const [name, value] = members.length === 0 ? ['a', 1] : pick(random, members);
    const text = draft.body.toString();
    const twice = [value, 'mallory', null].map(
      (one) => `${JSON.stringify(name)}:${JSON.stringify(one)}`,
    );
    draft.body = Buffer.from(text.replace('{', () => `{${twice.join()},`));
  },
  'duplicated headers'(draft, random) {
    draft.headers.push(
      pick(random, [
        ...draft.headers,
        ['content-length', '3'],
        ['authorization', 'Bearer x'],
        ['host', 'hawker.example.com'],
        ['x-user-id', 'ann'],
        ['x-user-id', 'mallory'],
      ]),
    );
  },
  headers(draft, random) {
    for (let n = 0; n < 3; n++) setHeader(draft, pick(random, headers));
  },
  parameters(draft, random) {
    const value = random() < 0.5 ? encodeURIComponent(pick(random, texts)) : pick(random, encoded);
    plantParameter(draft, random, value);
  },
  'parameters of other types'(draft, random) {
    const { query } = draft;
    const [name] = query.length === 0 ? ['x'] : pick(random, query);
    query.push(
      [`${name}[]`, '1'],
      [`${name}[a][b]`, '1'],
      [name, '1'],
      [name, pick(random, encoded)],
    );
  },
  'malformed JSON'(draft, random) {
    const text = draft.body.toString();
    const cut = Math.floor(random() * text.length);
    draft.body = Buffer.from(
      pick(random, [
        text.slice(0, cut),
        `${text}${text}`,
        `\ufeff${text}`,
        `${text.slice(0, cut)},${text.slice(cut)}`,
        '',
        'null',
        '0',
        '"x"',
        '[]',
        '[null]',
        '<a/>',
      ]),
    );
  },
  oversized(draft, random) {
    fill(draft, random, 10 * 1024 * 1024);
    if (random() < 0.5) draft.chunkBytes = 65_536;
  },
  crowded(draft, random) {
    const members = Array.from({ length: 40_000 }, (_, i) => (random() < 0.5 ? `{"a":${i}}` : i));
    plant(draft, random, `[${members.join()}]`);
  },
  'chunks of one byte'(draft, random) {
    if (random() < 0.3) fill(draft, random, 60_000);
    draft.chunkBytes = 1;
  },
  slow(draft, random) {
    if (random() < 0.5) draft.chunkBytes = 7;
    draft.pieces = 5;
  },
  frames(draft, random) {
    draft.headers.push(
      ['connection', 'Upgrade'],
      ['upgrade', 'websocket'],
      ['sec-websocket-version', '13'],
      ['sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ=='],
    );
    draft.frames = framesOf(random);
  },
  pipelined: (draft) => void (draft.copies = 20),
  'cut off'(draft, random) {
    if (random() < 0.3) fill(draft, random, 100_000);
    draft.cutAt = random();
  },
};

interface Aim {
  readonly operation: Operation;
  readonly learned: Learned;
  /** The user that the request names as its sender. */
  readonly user: string;
  readonly token: string | undefined;
}

/** A request that its operation takes, as far as the document and earlier answers tell. */
export function draftOf({ operation, learned, user, token }: Aim, random: Random): Draft {
  const known = (name: string, example: unknown): string => {
    if (example === 'ann' && random() < 0.7) return user;
    const values = learned.all(operation, name);
    return values.length > 0 && random() < 0.7 ? pick(random, values) : textOf(example ?? 'x');
  };
  const { parameters, example, contentType } = operation;
  const part = (place: string) =>
    parameters
      .filter((one) => one.in === place)
      .map(({ name, example: one }): [string, string] => [name, known(name, one)]);
  const json =
    typeof example === 'object' && example !== null ? as(user, example, known) : undefined;
  return {
    operation,
    pathValues: Object.fromEntries(
      part('path').map(([name, value]) => [name, encodeURIComponent(value)]),
    ),
    query: part('query')
      .filter(([name, value]) => name !== 'access_token' && random() < (value === 'x' ? 0.1 : 0.9))
      .map(([name, value]) => [name, encodeURIComponent(value)]),
    headers: [
      ...(contentType === undefined
        ? []
        : [
            ['content-type', contentType === '*/*' ? 'application/json' : contentType] as [
              string,
              string,
            ],
          ]),
      ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as [string, string]]),
      ...part('header').filter(([, value]) => value !== 'x'),
    ],
    ...(json !== undefined && { json }),
    body: Buffer.from(json === undefined ? textOf(example ?? '') : JSON.stringify(json)),
    copies: 1,
    pieces: 1,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The example with this user in the place of ann, and with ids that there are. */
function as(
  user: string,
  value: unknown,
  known: (name: string, example: unknown) => string,
): unknown {
  const inside = (one: unknown, name: string): unknown => {
    if (Array.isArray(one)) return one.map((each) => inside(each, name));
    if (typeof one === 'object' && one !== null) {
      return Object.fromEntries(Object.entries(one).map(([key, each]) => [key, inside(each, key)]));
    }
    if (typeof one !== 'string') return one;
    // Nothing of a run leaves this machine: no such name resolves (RFC 2606).
    if (one.includes('://')) return one.replaceAll(/example\.\w+/g, 'example.invalid');
    return /(^|_)id$|token$/.test(name) ? known(name, one) : one;
  };
  return inside(value, '');
}
