/** Schemas of shares, moves and the trash. */
import { Type } from 'typebox';
import { Id, Name } from '#kit/web/schema.ts';
import { FileParams, FolderParams, ItemType, Permission } from './schemas.ts';

const page = {
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'maximum number of entries per page',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 4096, description: 'next_cursor of the previous page' }),
  ),
};
const more = {
  next_cursor: Type.Optional(
    Type.String({ description: 'cursor of the next page; absent on the last one' }),
  ),
};
export const PageQuery = Type.Object(page);

export const FileShareParams = Type.Object({
  ...FileParams.properties,
  user_id: Id('the user to stop sharing with'),
});
export const FolderShareParams = Type.Object({
  ...FolderParams.properties,
  user_id: Id('the user to stop sharing with'),
});
export const SharesResult = Type.Object({
  shares: Type.Array(
    Type.Object({
      user_id: Type.String({ description: 'the user who has access' }),
      permission: Permission,
      from: Type.String({
        description: '`file` for a share of the file itself, otherwise the id of the shared folder',
      }),
    }),
    {
      description: 'shares of the item itself, then of the folders around it, from the inside out',
    },
  ),
  ...more,
});

export const DeleteFolderQuery = Type.Object({
  recursive: Type.Boolean({ default: false, description: 'true: also deletes everything in it' }),
});
export const TrashParams = Type.Object({
  id: Type.String({ description: 'file_<n> or folder_<n>' }),
});
export const TrashQuery = Type.Object({
  owner_id: Type.Optional(Id('owner of the trash; by default the user in X-User-Id')),
  ...page,
});
export const TrashResult = Type.Object({
  trash: Type.Array(
    Type.Object({
      id: Type.String({ description: 'file_<n> or folder_<n>' }),
      name: Type.String({ description: 'name of the item' }),
      type: ItemType,
      deleted_at: Type.Integer({
        description: 'when it was deleted, milliseconds since the epoch',
      }),
    }),
    { description: 'the item that was deleted last comes first' },
  ),
  ...more,
});
export const Restored = Type.Object({
  restored: Type.Boolean({ description: 'always true' }),
  parent_id: Type.String({ description: 'the folder that it is in now; empty: the top level' }),
});

/** A member that is absent stays as it is. */
export const ChangeBody = Type.Object({
  name: Type.Optional(Name('the new name')),
  parent_id: Type.Optional(
    Type.String({
      maxLength: 128,
      format: 'id',
      description: 'id of the new folder; empty: the top level',
    }),
  ),
});
