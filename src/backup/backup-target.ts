/** Where a backup lies: a folder, or a prefix in a bucket of S3. */
import type { Readable } from 'node:stream';

export interface BackupTarget {
  /** As the user wrote it. */
  readonly name: string;
  /** Whether nothing is there. */
  isEmpty(): Promise<boolean>;
  /** Resolves when the bytes are durable. */
  write(path: string, bytes: Readable): Promise<void>;
  /** Undefined when there is no such file. */
  read(path: string): Promise<Readable | undefined>;
  /** Does nothing when there is no such file. */
  remove(path: string): Promise<void>;
}
