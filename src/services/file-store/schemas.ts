import { Type, type Static } from 'typebox';
import { headersOfAnswer } from '#kit/base/answer-headers.ts';
import { Id, Name } from '#kit/web/schema.ts';
import { permissions } from './access/permissions.ts';

/** Content types that are valid in a header (RFC 9110, 8.3.1). */
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const parameter = `[ \\t]*;[ \\t]*${token}=(${token}|"[ !#-\\[\\]-~]*")`;
const mediaType = `${token}/${token}(${parameter})*`;
export const mimePattern = `^${mediaType}$`;
/** Browsers and scripts send an empty type when they know none. */
export const MimeType = Type.String({
  pattern: `^(${mediaType})?$`,
  maxLength: 255,
  description: 'media type, such as image/png; an empty one counts as absent',
});

export const ItemType = Type.Unsafe<'file' | 'folder'>({
  type: 'string',
  enum: ['file', 'folder'],
  description: 'whether it is a file or a folder',
});

export const ParentId = Type.String({
  default: '',
  maxLength: 128,
  format: 'id',
  description: 'id of an existing folder; empty: the top level',
});
export const Permission = Type.Unsafe<(typeof permissions)[number]>({
  type: 'string',
  enum: permissions,
  description: 'write includes read',
});
// Not Type.Record: its pattern for keys rejects keys that contain U+2028.
export const SharedWith = Type.Unsafe<Readonly<Record<string, Static<typeof Permission>>>>({
  type: 'object',
  additionalProperties: Permission,
  description: 'the users with whom the item is shared, each with their permission',
});

export const FileParams = Type.Object({ id: Type.String({ description: 'file_<n>' }) });
export const FolderParams = Type.Object({ id: Type.String({ description: 'folder_<n>' }) });
export const ChildrenParams = Type.Object({
  id: Type.String({ description: 'folder_<n>, or root: the top level' }),
});

/** The header of every route that names the user for whom the caller acts. */
export const UserHeaders = Type.Object({
  'x-user-id': Type.Optional(
    Type.String({
      description:
        'the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything',
    }),
  ),
});

const tags = (description: string) => Type.Optional(Type.String({ description }));
const ifMatch = tags('ETags, one of which the item must have, or * for any; 412 otherwise');

export const ChangeHeaders = Type.Object({
  ...UserHeaders.properties,
  'if-match': ifMatch,
  'if-none-match': tags('ETags that the item must not have, or * for any; 412 otherwise'),
});
export const ConditionalHeaders = Type.Object({
  ...UserHeaders.properties,
  'if-match': ifMatch,
  'if-none-match': tags('ETags that the client already has; 304 if the item has one of them'),
});
export const DownloadHeaders = Type.Object({
  ...ConditionalHeaders.properties,
  'if-range': Type.Optional(
    Type.String({
      description:
        'ETag of the content that the range belongs to; if it has changed, the whole content is sent',
    }),
  ),
  range: Type.Optional(
    Type.String({ description: 'one range of bytes: bytes=0-499, bytes=500- or bytes=-500' }),
  ),
});

export const UploadQuery = Type.Object({
  name: Type.Optional(Name('name of the file; required, unless a form gives a filename')),
  owner_id: Id('the user who will own the file'),
  parent_id: ParentId,
  mime_type: Type.Optional(MimeType),
});
export const UpdateQuery = Type.Object({
  mime_type: Type.Optional(
    Type.String({ ...MimeType, description: 'the new media type; unchanged when absent' }),
  ),
});
/** Bytes of any type; the handler reads them itself. */
export const Bytes = Type.Unsafe<never>({
  type: 'string',
  format: 'binary',
  description: 'the bytes',
});

const fileMembers = {
  id: Type.String({ description: 'file_<n>' }),
  name: Type.String({ description: 'name of the file' }),
  mime_type: Type.String({ description: 'media type, such as image/png' }),
  parent_id: Type.String({ description: 'the folder that it is in; empty: the top level' }),
  owner_id: Type.String({ description: 'the user who owns it' }),
  size: Type.Integer({ description: 'size of the latest version, bytes' }),
  version: Type.Integer({ description: 'number of the latest version' }),
  created_at: Type.Integer({ description: 'when it was created, milliseconds since the epoch' }),
  updated_at: Type.Integer({
    description: 'when its content, name or folder last changed, milliseconds since the epoch',
  }),
  shared_with: SharedWith,
  content_hash: Type.String({ description: 'SHA-256 of the latest version, hexadecimal' }),
};
const FileView = Type.Object(fileMembers);
export const FileResult = Type.Object({ file: FileView });
const tagged = { headers: headersOfAnswer('ETag') };
export const TaggedFile = Type.Object(fileMembers, tagged);
export const TaggedFileResult = Type.Object({ file: FileView }, tagged);
export const Deleted = Type.Object({ deleted: Type.Boolean({ description: 'always true' }) });

export const DownloadQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      description: 'number of a version; the latest when absent',
    }),
  ),
});
export const VersionsQuery = Type.Object({
  content: Type.Boolean({ default: true, description: 'false: leaves the contents out' }),
});
export const VersionsResult = Type.Object({
  versions: Type.Array(
    Type.Object({
      version: Type.Integer({ description: 'number of the version, from 1' }),
      size: Type.Integer({ description: 'bytes' }),
      created_at: Type.Integer({
        description: 'when it was uploaded, milliseconds since the epoch',
      }),
      content_hash: Type.String({ description: 'SHA-256 of the content, hexadecimal' }),
      content: Type.Optional(
        Type.String({ description: 'the content in base64; absent with content=false' }),
      ),
    }),
    { description: 'the oldest first' },
  ),
});

export const ShareBody = Type.Object({
  user_id: Id('the user to share with'),
  permission: Permission,
});
export const Shared = Type.Object({
  shared: Type.Boolean({ description: 'whether the item itself is shared with the user now' }),
});

export const FolderBody = Type.Object({
  name: Name('name of the folder'),
  owner_id: Id('the user who will own the folder'),
  parent_id: ParentId,
});
const folderMembers = {
  id: Type.String({ description: 'folder_<n>' }),
  name: Type.String({ description: 'name of the item' }),
  parent_id: Type.String({ description: 'the folder that it is in; empty: the top level' }),
  owner_id: Type.String({ description: 'the user who owns it' }),
  created_at: Type.Integer({ description: 'when it was created, milliseconds since the epoch' }),
  shared_with: SharedWith,
};
export const TaggedFolder = Type.Object(folderMembers, tagged);

export const ChildrenQuery = Type.Object({
  owner_id: Type.Optional(Id('only items that this user owns')),
  limit: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 10_000,
    description: 'maximum number of items per page',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 4096, description: 'next_cursor of the previous page' }),
  ),
});
export const ChildrenResult = Type.Object({
  children: Type.Array(
    Type.Object({
      type: ItemType,
      ...Type.Partial(Type.Object(fileMembers)).properties,
      ...folderMembers,
    }),
    { description: 'folders first, then files, each by name' },
  ),
  next_cursor: Type.Optional(
    Type.String({ description: 'cursor of the next page; absent on the last one' }),
  ),
});
const cacheHeaders = ['ETag', 'Cache-Control', 'Accept-Ranges'] as const;
export const Content = {
  description: 'The whole content, with the media type of the file',
  headers: headersOfAnswer(...cacheHeaders, 'Content-Disposition'),
  content: { '*/*': { schema: Bytes } },
};
export const PartialContent = {
  ...Content,
  description: 'The range of bytes that was requested',
  headers: { ...Content.headers, ...headersOfAnswer('Content-Range') },
};
export const NotModified = Type.Null({
  description: 'The client already has the content',
  headers: Content.headers,
});
export const MetadataNotModified = Type.Null({
  description: 'The client already has the current state',
  headers: headersOfAnswer('ETag', 'Cache-Control'),
});
