/** What a backup holds: written last, so that a backup without it is not whole. */
import { Type, type Static } from 'typebox';
import { StartupError } from '#kit/base/startup-error.ts';
import { compileStrict, describeError } from '#kit/web/schema.ts';

export const manifestName = 'manifest.json';

/** The version of the backup's own form; a newer one is refused. */
const format = 1;

/** The name of a file or a folder: none that leads elsewhere; no control characters. */
const segment = '(?!\\.{1,2}(?:/|$))[^/\\\\\\p{Cc}]+';

const BackedUpFile = Type.Object({
  /** Below the data folder, with slashes; it leads out of no folder. */
  path: Type.String({ pattern: `^${segment}(?:/${segment})*$` }),
  bytes: Type.Integer({ minimum: 0 }),
  /** Hexadecimal. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type BackedUpFile = Static<typeof BackedUpFile>;

const Manifest = Type.Object({
  format: Type.Integer(),
  /** The version of hawker that made it. */
  hawker: Type.String(),
  /** When it began, ISO 8601: everything that was acknowledged before is in it. */
  created_at: Type.String(),
  files: Type.Array(BackedUpFile),
});
export type Manifest = Static<typeof Manifest>;

const isManifest = compileStrict(Manifest);

export const newManifest = (hawker: string, now: number, files: BackedUpFile[]): Manifest => ({
  format,
  hawker,
  created_at: new Date(now).toISOString(),
  files,
});

/** @throws StartupError when it is not a manifest that this version understands */
export function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StartupError(`${manifestName} is not JSON`);
  }
  if (!isManifest(value)) {
    const { path, message } = describeError(isManifest.errors![0]!);
    throw new StartupError(`${manifestName}: ${path} ${message}`);
  }
  if (value.format !== format) {
    throw new StartupError(
      `${manifestName} has format ${value.format}, of hawker ${value.hawker}; this one reads ${format}`,
    );
  }
  return value;
}
