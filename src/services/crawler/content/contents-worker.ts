/** Makes content of pages, in a thread: see contents.ts. */
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { Format } from '../options.ts';
import { convert, type Source } from './convert.ts';

const port = parentPort!;

port.on('message', ({ source, formats }: { source: Source; formats: readonly Format[] }) => {
  try {
    for (const [format, text] of convert(source, formats)) {
      port.postMessage({ format, body: gzipSync(text) });
    }
  } catch {
    // A page that the libraries cannot take has what was made so far.
  }
  port.postMessage('done');
});
port.postMessage('ready');
