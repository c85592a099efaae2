import { createHash } from 'node:crypto';
import { StartupError } from '#kit/base/startup-error.ts';
import { pipeline, Transform, type Readable } from 'node:stream';

/**
 * The same bytes, and once they have been read, how many they were, and their SHA-256.
 *
 * @param maxBytes after which they end with a StartupError
 */
export function measured(source: Readable, maxBytes = Infinity) {
  const hash = createHash('sha256');
  let size = 0;
  const bytes = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      if (size <= maxBytes) done(null, chunk);
      else done(new StartupError(`it has more than ${maxBytes} bytes`));
    },
  });
  // Its failure reaches whoever reads.
  pipeline(source, bytes, () => {});
  return { bytes, sum: () => ({ bytes: size, sha256: hash.digest('hex') }) };
}
