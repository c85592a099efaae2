/** How we connect: timeouts, and the parsers of values. */
import { TypeOverrides, types, type ClientConfig } from 'pg';
import { parse, toClientConfig, type ConnectionOptions } from 'pg-connection-string';
import { answerTimeoutMs } from '../availability.ts';

/** How long to wait for a connection, new or free, milliseconds. */
const connectTimeoutMs = 5_000;

/** @throws what is wrong with the address, or with a file that it names */
export function settingsOf(url: string, name: string): ClientConfig {
  return {
    application_name: `hawker ${name}`,
    // Certificate files are read now, once. If they were read for each connection, a file that is
    // missing for a moment would end the process.
    ...toClientConfig(optionsOf(url)),
    connectionTimeoutMillis: connectTimeoutMs,
    // A statement must not go on for long when nobody waits for its answer any more.
    statement_timeout: answerTimeoutMs,
    // Notices a server that vanished without closing the connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: parsers,
  };
}

function optionsOf(url: string): ConnectionOptions {
  const options = parse(url, { useLibpqCompat: true });
  if (options['sslmode'] !== 'no-verify') return options;
  // libpq has no such mode, so the driver leaves it out where it follows libpq.
  return { ...options, ssl: { ...(options.ssl as object), rejectUnauthorized: false } };
}

/** The driver's parsers, but for 64-bit integers, which it leaves as text. */
const parsers = new TypeOverrides();
const [int8, int8Array] = [20, 1016];
const parseArray = types.getTypeParser(int8Array);
parsers.setTypeParser(int8, safeInteger);
parsers.setTypeParser(int8Array, (text) =>
  (parseArray(text) as (string | null)[]).map((n) => (n === null ? n : safeInteger(n))),
);

/** @throws RangeError when a number cannot hold it exactly */
function safeInteger(text: string): number {
  const n = Number(text);
  if (!Number.isSafeInteger(n)) throw new RangeError(`${text} is beyond 2^53`);
  return n;
}
