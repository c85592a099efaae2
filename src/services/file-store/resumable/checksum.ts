/** `Upload-Checksum`: the digest of the bytes of one request (tus 1.0, Checksum). */
import { createHash, timingSafeEqual, type Hash } from 'node:crypto';
import { invalid } from '#kit/web/problem.ts';
import { refuse } from '../errors.ts';

/** By the length of their digests, bytes. */
const algorithms = { sha1: 20, sha256: 32 } as const;

export const checksumAlgorithms = Object.keys(algorithms);

export class Checksum {
  readonly #expected: Buffer;
  readonly #hash: Hash;

  /**
   * @throws Refusal VALIDATION_FAILED for another algorithm, or a value that is not a digest of it
   */
  constructor(header: string) {
    const [, algorithm = '', digest = ''] = /^(\S+) ([\d+/A-Za-z]+={0,2})$/.exec(header) ?? [];
    const bytes = Object.hasOwn(algorithms, algorithm)
      ? algorithms[algorithm as keyof typeof algorithms]
      : undefined;
    this.#expected = Buffer.from(digest, 'base64');
    if (bytes === undefined || this.#expected.length !== bytes) {
      throw invalid('upload-checksum', 'must be sha1 or sha256, a space, and the digest in base64');
    }
    this.#hash = createHash(algorithm);
  }

  update(chunk: Buffer): void {
    this.#hash.update(chunk);
  }

  /** Compares the digests; call it once, at the end. @throws Refusal CHECKSUM_MISMATCH */
  verify(): void {
    if (!timingSafeEqual(this.#hash.digest(), this.#expected)) throw refuse.CHECKSUM_MISMATCH();
  }
}
