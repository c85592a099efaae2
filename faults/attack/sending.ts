/** A draft as bytes on a connection, and as a line for a shell. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultConsolePort } from '#kit/host/env.ts';
import type { Draft } from './hostile.ts';
import type { Talk } from './wire.ts';

export const host = 'hawker.example.com';

/** A short wait between the pieces of a slow request, milliseconds. */
const pauseMs = 30;

export function talkOf(draft: Draft, port: number): Omit<Talk, 'patienceMs'> {
  const { copies, pieces, cutAt, operation, frames } = draft;
  const all = Buffer.concat(
    Array.from({ length: copies }, (_, i) => requestOf(draft, i === copies - 1)),
  );
  const sent = cutAt === undefined ? all : all.subarray(0, Math.ceil(all.length * cutAt));
  const step = Math.ceil(sent.length / pieces);
  return {
    port,
    method: operation.method,
    pieces: Array.from({ length: pieces }, (_, i) => sent.subarray(i * step, (i + 1) * step)),
    pauseMs,
    leaves: cutAt !== undefined,
    saysNoMore: frames !== undefined,
  };
}

function requestOf(draft: Draft, isLast: boolean): Buffer {
  const { operation, headers, body, chunkBytes, frames } = draft;
  const framing =
    chunkBytes === undefined ? `content-length: ${body.length}` : 'transfer-encoding: chunked';
  const hasBody = body.length > 0 || !['GET', 'HEAD'].includes(operation.method);
  const head = [
    `${operation.method} ${targetOf(draft)} HTTP/1.1`,
    `host: ${host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(hasBody && frames === undefined ? [framing] : []),
    ...(isLast && frames === undefined ? ['connection: close'] : []),
  ];
  const text = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  if (frames !== undefined) return Buffer.concat([text, frames]);
  if (!hasBody) return text;
  return Buffer.concat([text, ...(chunkBytes === undefined ? [body] : chunked(body, chunkBytes))]);
}

/** The first thousands of chunks are as small as they are said to be; one holds the rest. */
function chunked(body: Buffer, bytes: number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const end = chunks.length < 20_000 ? Math.min(at + bytes, body.length) : body.length;
    const size = Buffer.from(`${(end - at).toString(16)}\r\n`);
    chunks.push(Buffer.concat([size, body.subarray(at, end), Buffer.from('\r\n')]));
    at = end;
  }
  return [...chunks, Buffer.from('0\r\n\r\n')];
}

function targetOf({ operation: { path }, pathValues, query }: Draft): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathValues[name] ?? 'x');
  const pairs = query.map(([name, value]) => `${name}=${value}`).join('&');
  return pairs === '' ? filled : `${filled}?${pairs}`;
}

/** Asks a hawker on its usual port the same. A body that a line cannot hold is written to a file. */
export function curlOf(draft: Draft, seed: number): string {
  const { operation, headers, body, chunkBytes } = draft;
  const all = [['host', host], ...headers] as [string, string][];
  if (chunkBytes !== undefined) all.push(['transfer-encoding', 'chunked']);
  const given = all.map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`).join('');
  const url = quoted(`http://localhost:${defaultConsolePort}${targetOf(draft)}`);
  const data = body.length === 0 ? '' : ` --data-binary ${dataOf(body, seed)}`;
  return `curl -i --path-as-is -g -X ${operation.method} ${url}${given}${data}`;
}

function dataOf(body: Buffer, seed: number): string {
  const text = body.toString('latin1');
  if (text.length < 2_000 && /^[\x20-\x7e]*$/.test(text)) return quoted(text);
  const file = join(tmpdir(), `hawker-attack-${seed}.body`);
  writeFileSync(file, body);
  return `@${file}`;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
