/** Shares, moves and the trash. */
import { Type } from 'typebox';
import { Id, Name } from '#kit/web/schema.ts';
import { FileParams, FolderParams, ItemType, Permission } from './schemas.ts';

const page = {
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
  cursor: Type.Optional(
    Type.String({ maxLength: 4096, description: 'next_cursor of the page before' }),
  ),
};
const more = { next_cursor: Type.Optional(Type.String({ description: 'there is more' })) };
export const PageQuery = Type.Object(page);

export const FileShareParams = Type.Object({ ...FileParams.properties, user_id: Id() });
export const FolderShareParams = Type.Object({ ...FolderParams.properties, user_id: Id() });
export const SharesResult = Type.Object({
  shares: Type.Array(
    Type.Object({
      user_id: Type.String(),
      permission: Permission,
      from: Type.String({ description: '`file`, or the folder whose share it is' }),
    }),
    { description: 'of the item itself, then of the folders around it, outwards' },
  ),
  ...more,
});

export const DeleteFolderQuery = Type.Object({
  recursive: Type.Boolean({ default: false, description: 'with all that is in it' }),
});
export const TrashParams = Type.Object({
  id: Type.String({ description: 'file_<n> or folder_<n>' }),
});
export const TrashQuery = Type.Object({
  owner_id: Type.Optional(Id('whose trash it is; by default the user')),
  ...page,
});
export const TrashResult = Type.Object({
  trash: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      type: ItemType,
      deleted_at: Type.Integer({ description: 'milliseconds since the epoch' }),
    }),
    { description: 'the latest first' },
  ),
  ...more,
});
export const Restored = Type.Object({
  restored: Type.Boolean(),
  parent_id: Type.String({ description: 'where it is now; empty: the top level' }),
});

/** A member that is left out keeps its value. */
export const ChangeBody = Type.Object({
  name: Type.Optional(Name()),
  parent_id: Type.Optional(
    Type.String({
      maxLength: 128,
      format: 'id',
      description: 'an existing folder; empty: the top level',
    }),
  ),
});
