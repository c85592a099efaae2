/** Reads from `Upload-Metadata` what an upload is to become, and checks who may make that. */
import { Type } from 'typebox';
import { invalid, type Refusal } from '#kit/web/problem.ts';
import { compileStrict, describeError, Id, Name } from '#kit/web/schema.ts';
import { authorize, type User } from '../access/access.ts';
import { refuse } from '../errors.ts';
import { mimePattern, MimeType, ParentId } from '../schemas.ts';
import type { FileStore } from '../store/file-store.ts';
import type { Target } from '../store/uploads.ts';
import { authorizeNew, getFile } from '../tree.ts';

const NewFile = Type.Object({
  name: Name(),
  owner_id: Id(),
  parent_id: ParentId,
  mime_type: Type.Optional(MimeType),
});
const NewVersion = Type.Object({
  file_id: Type.String(),
  mime_type: Type.Optional(MimeType),
});
const isNewFile = compileStrict(NewFile);
const isNewVersion = compileStrict(NewVersion);

const knownKeys = ['name', 'filename', 'owner_id', 'parent_id', 'mime_type', 'file_id'];

/** `Upload-Metadata`, parsed; null: a key without a value. */
export type Metadata = Readonly<Record<string, string | null>>;

/**
 * Reads what it knows and ignores the rest. `owner_id` is by default the user. A new file may have its
 * name and type as the clients of tus name them.
 *
 * @throws Refusal VALIDATION_FAILED with the name of what is wrong
 */
export function readTarget(metadata: Metadata, user: User): Target {
  const given = Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, value ?? '']),
  );
  for (const key of knownKeys) {
    // The library turns bytes that are not UTF-8 into this character.
    if (given[key]?.includes('\uFFFD')) throw invalid(key, 'must be UTF-8');
  }
  if (given['file_id'] !== undefined) {
    const { file_id } = given;
    const version = definedOf({ file_id, mime_type: given['mime_type'] || undefined });
    if (isNewVersion(version)) return version;
    throw firstError(isNewVersion);
  }
  const { filename, name = filename, owner_id = user?.id, parent_id } = given;
  const mime_type = given['mime_type'] || typeOrNone(given['filetype']);
  const file = definedOf({ name, owner_id, parent_id, mime_type });
  if (isNewFile(file)) return file;
  throw firstError(isNewFile);
}

/** The type that a browser gives for a file: often none, or one of its own. */
const typeOrNone = (type = '') => (new RegExp(mimePattern).test(type) ? type : undefined);

const definedOf = (members: object) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

function firstError({ errors }: Pick<typeof isNewFile, 'errors'>): Refusal {
  const { path, message } = describeError(errors![0]!);
  return invalid(path, message);
}

/**
 * Checks that the user may create the file, or write a version of it: as for any upload.
 *
 * @returns who will own it
 * @throws Refusal FORBIDDEN, FILE_NOT_FOUND, FOLDER_NOT_FOUND, STORE_UNAVAILABLE
 */
export async function authorizeTarget(
  files: FileStore,
  user: User,
  target: Target,
): Promise<string> {
  if ('file_id' in target) {
    const file = await getFile(files, target.file_id);
    await authorize(files, user, 'update', file, refuse.FILE_NOT_FOUND);
    return file.owner_id;
  }
  await authorizeNew(files, user, target);
  return target.owner_id;
}
