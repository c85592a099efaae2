/** Answers as real servers send them, byte by byte, which browsers show all the same. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';

/** An answer with a body of a media type. */
export type Shape = (body: string, type: string) => Buffer;

const join = (...parts: (string | Buffer)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );

/** `HTTP/1.1 200 OK`, these headers, and the body up to the end of the connection. */
const headed =
  (headers: string, encode: (body: string) => string | Buffer = (body) => body): Shape =>
  (body, type) =>
    join(
      `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n${headers}Connection: close\r\n\r\n`,
      encode(body),
    );

const encoded = (encoding: string, encode: (body: string) => string | Buffer) =>
  headed(`Content-Encoding: ${encoding}\r\n`, encode);

const withLength =
  (lengths: (length: number) => string): Shape =>
  (body, type) =>
    headed(lengths(Buffer.byteLength(body)))(body, type);

const started =
  (statusLine: string): Shape =>
  (body, type) =>
    join(`${statusLine}\r\nContent-Type: ${type}\r\n\r\n`, body);

const after =
  (before: string): Shape =>
  (body, type) =>
    join(before, headed('')(body, type));

const same = (body: string) => body;
const chunk = (body: string, end = '\r\n') =>
  `${Buffer.byteLength(body).toString(16)}${end}${body}${end}`;
const chunked = (headers: string, encode = (body: string) => `${chunk(body)}0\r\n\r\n`) =>
  headed(`Transfer-Encoding: chunked\r\n${headers}`, encode);

/** The body is read. */
export const taken: Readonly<Record<string, Shape>> = {
  plain: headed(''),
  'Content-Encoding none': encoded('none', same),
  'Content-Encoding UTF-8': encoded('UTF-8', same),
  'Content-Encoding of another unknown name': encoded('rot13', same),
  'Content-Encoding empty': encoded('', same),
  'zlib deflate': encoded('deflate', deflateSync),
  'raw deflate': encoded('deflate', deflateRawSync),
  zstd: encoded('zstd', zstdCompressSync),
  'two encodings': encoded('deflate, gzip', (body) => gzipSync(deflateSync(body))),
  'gzip twice in one header': encoded('gzip, gzip', (body) => gzipSync(gzipSync(body))),
  'gzip twice in two headers': headed(
    'Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n',
    (body) => gzipSync(gzipSync(body)),
  ),
  'bytes after gzip': encoded('gzip', (body) => join(gzipSync(body), 'and <b>more</b>')),
  'zeros after gzip': encoded('gzip', (body) => join(gzipSync(body), Buffer.alloc(600))),
  'bytes after deflate': encoded('deflate', (body) => join(deflateSync(body), 'junk')),
  'bytes after brotli': encoded('br', (body) => join(brotliCompressSync(body), 'junk')),
  'a wrong checksum': encoded('gzip', (body) => join(gzipSync(body).subarray(0, -8), 'checksum')),
  'gzip with a file name': encoded('gzip', (body) =>
    join('\x1f\x8b\x08\x18', Buffer.alloc(6), 'a.html\0says\0', deflateRawSync(body)),
  ),
  '64 KiB in one header': headed(`X-Long: ${'a'.repeat(64 * 1024)}\r\n`),
  '200 KiB in many headers': headed(`X-Long: ${'a'.repeat(1000)}\r\n`.repeat(200)),
  'control characters in a value': headed('X-A: a\x01b\x7f\r\n'),
  'high bytes in a value': headed('X-A: \xe9\xff\r\n'),
  'high bytes in a name': headed('X-\xe9: 1\r\n'),
  'a space in a name': headed('X A: 1\r\n'),
  'a space before the colon': headed('X-A : 1\r\n'),
  'a header without a name': headed(': 1\r\n'),
  'a line that is not a header': headed('<html> and so on\r\n'),
  'a blank line with a space': headed(' \r\n'),
  'a carriage return in a value': headed('X-A: a\rb\r\n'),
  'a folded header': headed('X-A: a\r\n b\r\n\tc\r\n'),
  'a folded Content-Type': (body, type) =>
    join(`HTTP/1.1 200 OK\r\nContent-Type:\r\n ${type};\r\n charset=utf-8\r\n\r\n`, body),
  'white space after the status line': (body, type) =>
    join(`HTTP/1.1 200 OK\r\n X: y\r\nContent-Type: ${type}\r\n\r\n`, body),
  'line feeds only': (body, type) =>
    join(`HTTP/1.1 200 OK\nContent-Type: ${type}\nContent-Length: ${body.length}\n\n`, body),
  'mixed line ends': (body, type) =>
    join(`HTTP/1.1 200 OK\nContent-Type: ${type}\r\nX: y\n\r\n`, body),
  'equal lengths': withLength((n) => `Content-Length: ${n}\r\nContent-Length: ${n}\r\n`),
  'equal lengths in one header': withLength((n) => `Content-Length: ${n}, ${n}\r\n`),
  'a space before the colon of the length': (body, type) =>
    join(withLength((n) => `Content-Length : ${n}\r\n`)(body, type), 'tail'),
  'a negative length': headed('Content-Length: -5\r\n'),
  'an empty length': headed('Content-Length:\r\n'),
  'a length that is not a number': headed('Content-Length: many\r\n'),
  'a length beyond all numbers': headed(`Content-Length: ${'9'.repeat(30)}\r\n`),
  'a length beside chunks': chunked('Content-Length: 5\r\n'),
  'different lengths beside chunks': chunked('Content-Length: 5\r\nContent-Length: 6\r\n'),
  'chunks named twice': chunked('Transfer-Encoding: chunked\r\n'),
  'sizes with blanks and extensions': chunked(
    '',
    (body) => `00${body.length.toString(16)}  ;x=y\r\n${body}\r\n0 \r\n\r\n`,
  ),
  'chunks with line feeds only': chunked('', (body) => `${chunk(body, '\n')}0\n\n`),
  'junk in place of trailers': chunked('', (body) => `${chunk(body)}0\r\njunk\r\n\r\n`),
  'early hints': after('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'),
  'an unasked 100': after('HTTP/1.1 100 Continue\r\n\r\n'),
  'many unasked 1xx': after('HTTP/1.1 102 Processing\r\nContent-Length: 3\r\n\r\n'.repeat(20)),
  'an unasked 101': after('HTTP/1.1 101 Odd\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  'empty lines before': after('\r\n\r\n'),
  'a status without a reason': started('HTTP/1.1 200'),
  'two spaces before the status': started('HTTP/1.1  200 OK'),
  'high bytes in the reason': started('HTTP/1.1 200 \xe9\xff'),
  'HTTP/1.0': started('HTTP/1.0 200 OK'),
  'a version in lower case': started('http/1.1 200 OK'),
  'a version without its minor number': started('HTTP/2 200 OK'),
  'Content-Type twice: the last one': (body, type) =>
    headed(`Content-Type: ${type}\r\n`)(body, 'text/rtf'),
  'Content-Type as a list: the last one': (body, type) => headed('')(body, `text/rtf, ${type}`),
  'a parameter without its semicolon': (body, type) => headed('')(body, `${type} charset=utf-8`),
};

/** Nothing is read, and the reason says what is wrong. */
export const refused: Readonly<Record<string, readonly [Shape, RegExp]>> = {
  'several lengths': [headed('Content-Length: 5\r\nContent-Length: 9\r\n'), /several lengths/],
  'several lengths in one header': [headed('Content-Length: 5, 9\r\n'), /several lengths/],
  'more than 256 KiB of headers': [
    headed(`X: ${'a'.repeat(256 * 1024)}\r\n`),
    /256 KiB of headers/,
  ],
  'endless 1xx': [after('HTTP/1.1 102 Processing\r\n\r\n'.repeat(12_000)), /256 KiB of headers/],
  'NUL in a header': [headed('X-A: a\0b\r\n'), /NUL in a header/],
  'a status below 100': [started('HTTP/1.1 000 Odd'), /invalid HTTP response/],
  'a status of four digits': [started('HTTP/1.1 2000 Odd'), /invalid HTTP response/],
  'another protocol': [started('ICY 200 OK'), /invalid HTTP response/],
  'chunks that are none': [chunked('', (body) => `${body}\r\n`), /the size of a chunk/],
  'a size with a sign': [chunked('', (body) => `+${chunk(body)}0\r\n\r\n`), /the size of a chunk/],
  'a chunk that goes on': [
    chunked('', (body) => `2\r\n${body}\r\n0\r\n\r\n`),
    /a chunk has no end/,
  ],
  'a missing last chunk': [chunked('', chunk), /ended before the body/],
  'a body that is too short': [headed('Content-Length: 5000\r\n'), /ended before the body/],
  'no answer': [() => Buffer.alloc(0), /other side closed/],
  'half a head': [() => Buffer.from('HTTP/1.1 200 OK\r\nContent-T'), /other side closed/],
  'only 1xx': [() => Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'), /other side closed/],
  'gzip that is none': [encoded('gzip', same), /header/],
};

/** A server that sends what the path says, and closes. @returns its origin */
export async function rawSite(
  t: Pick<TestContext, 'after'>,
  answer: (path: string) => Buffer | undefined,
): Promise<string> {
  const server = createServer((socket) => {
    let request = '';
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        request += bytes.toString('latin1');
        if (!request.includes('\r\n\r\n')) return;
        const path = decodeURIComponent(request.split(' ')[1]!);
        request = '';
        socket.end(answer(path) ?? 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
