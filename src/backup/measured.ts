import { createHash } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';

/** The same bytes, and once they have been read, how many they were, and their SHA-256. */
export function measured(source: Readable) {
  const hash = createHash('sha256');
  let size = 0;
  const bytes = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  // Its failure reaches whoever reads.
  pipeline(source, bytes, () => {});
  return { bytes, sum: () => ({ bytes: size, sha256: hash.digest('hex') }) };
}
