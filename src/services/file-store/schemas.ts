import { Type, type Static } from 'typebox';
import { headersOfAnswer } from '#kit/base/answer-headers.ts';
import { Id, Name } from '#kit/web/schema.ts';
import { permissions } from './access/permissions.ts';

/** Content types that can stand in a header (RFC 9110, 8.3.1). */
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const parameter = `[ \\t]*;[ \\t]*${token}=(${token}|"[ !#-\\[\\]-~]*")`;
const mediaType = `${token}/${token}(${parameter})*`;
export const mimePattern = `^${mediaType}$`;
/** Browsers and scripts send an empty type when they know none. */
export const MimeType = Type.String({
  pattern: `^(${mediaType})?$`,
  maxLength: 255,
  description: 'media type, such as image/png; empty: as if there were none',
});

export const ItemType = Type.Unsafe<'file' | 'folder'>({
  type: 'string',
  enum: ['file', 'folder'],
});

export const ParentId = Type.String({
  default: '',
  maxLength: 128,
  format: 'id',
  description: 'an existing folder; empty: the top level',
});
export const Permission = Type.Unsafe<(typeof permissions)[number]>({
  type: 'string',
  enum: permissions,
});
// No Type.Record: its pattern for keys leaves out those with U+2028 in them.
export const SharedWith = Type.Unsafe<Readonly<Record<string, Static<typeof Permission>>>>({
  type: 'object',
  additionalProperties: Permission,
  description: 'from user to permission',
});

export const FileParams = Type.Object({ id: Type.String({ description: 'file_<n>' }) });
export const FolderParams = Type.Object({ id: Type.String({ description: 'folder_<n>' }) });
export const ChildrenParams = Type.Object({
  id: Type.String({ description: 'folder_<n>, or root: the top level' }),
});

/** The header of every route that names the user for whom the caller acts. */
export const UserHeaders = Type.Object({
  'x-user-id': Type.Optional(
    Type.String({ description: 'user whose permissions hold; without it the caller is trusted' }),
  ),
});

const tags = (description: string) => Type.Optional(Type.String({ description }));
const ifMatch = tags('ETags, or *: else the request is refused with 412');

export const ChangeHeaders = Type.Object({
  ...UserHeaders.properties,
  'if-match': ifMatch,
  'if-none-match': tags('ETags, or *: the request is refused with 412 if it has one of them'),
});
export const ConditionalHeaders = Type.Object({
  ...UserHeaders.properties,
  'if-match': ifMatch,
  'if-none-match': tags('ETags of what need not be sent again'),
});
export const DownloadHeaders = Type.Object({
  ...ConditionalHeaders.properties,
  'if-range': Type.Optional(
    Type.String({ description: 'ETag of the content of which Range is a part' }),
  ),
  range: Type.Optional(
    Type.String({ description: 'one range: bytes=0-499, bytes=500-, bytes=-500' }),
  ),
});

export const UploadQuery = Type.Object({
  name: Type.Optional(Name('required, unless a form gives a filename')),
  owner_id: Id(),
  parent_id: ParentId,
  mime_type: Type.Optional(MimeType),
});
export const UpdateQuery = Type.Object({
  mime_type: Type.Optional(Type.String({ ...MimeType, description: 'new type; else it stays' })),
});
/** Bytes of any type; the handler reads them itself. */
export const Bytes = Type.Unsafe<never>({ type: 'string', format: 'binary' });

const fileMembers = {
  id: Type.String({ description: 'file_<n>' }),
  name: Type.String(),
  mime_type: Type.String(),
  parent_id: Type.String({ description: 'empty: the top level' }),
  owner_id: Type.String(),
  size: Type.Integer({ description: 'bytes of the latest version' }),
  version: Type.Integer({ description: 'the latest' }),
  created_at: Type.Integer({ description: 'milliseconds since the epoch' }),
  updated_at: Type.Integer({ description: 'milliseconds since the epoch' }),
  shared_with: SharedWith,
  content_hash: Type.String({ description: 'SHA-256 of the latest version, hexadecimal' }),
};
const FileView = Type.Object(fileMembers);
export const FileResult = Type.Object({ file: FileView });
const tagged = { headers: headersOfAnswer('ETag') };
export const TaggedFile = Type.Object(fileMembers, tagged);
export const TaggedFileResult = Type.Object({ file: FileView }, tagged);
export const Deleted = Type.Object({ deleted: Type.Boolean() });

export const DownloadQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'default: the latest' }),
  ),
});
export const VersionsQuery = Type.Object({
  content: Type.Boolean({ default: true, description: 'false leaves the contents out' }),
});
export const VersionsResult = Type.Object({
  versions: Type.Array(
    Type.Object({
      version: Type.Integer(),
      size: Type.Integer({ description: 'bytes' }),
      created_at: Type.Integer({ description: 'milliseconds since the epoch' }),
      content_hash: Type.String({ description: 'SHA-256, hexadecimal' }),
      content: Type.Optional(Type.String({ description: 'base64' })),
    }),
    { description: 'ascending' },
  ),
});

export const ShareBody = Type.Object({ user_id: Id(), permission: Permission });
export const Shared = Type.Object({ shared: Type.Boolean() });

export const FolderBody = Type.Object({ name: Name(), owner_id: Id(), parent_id: ParentId });
const folderMembers = {
  id: Type.String({ description: 'folder_<n>' }),
  name: Type.String(),
  parent_id: Type.String({ description: 'empty: the top level' }),
  owner_id: Type.String(),
  created_at: Type.Integer({ description: 'milliseconds since the epoch' }),
  shared_with: SharedWith,
};
export const TaggedFolder = Type.Object(folderMembers, tagged);

export const ChildrenQuery = Type.Object({
  owner_id: Type.Optional(Id('only what this user owns')),
  limit: Type.Integer({ minimum: 1, maximum: 10_000, default: 10_000 }),
  cursor: Type.Optional(
    Type.String({ maxLength: 4096, description: 'next_cursor of the page before' }),
  ),
});
export const ChildrenResult = Type.Object({
  children: Type.Array(
    Type.Object({
      type: ItemType,
      ...Type.Partial(Type.Object(fileMembers)).properties,
      ...folderMembers,
    }),
    { description: 'folders first, then by name' },
  ),
  next_cursor: Type.Optional(Type.String({ description: 'there is more' })),
});
const cacheHeaders = ['ETag', 'Cache-Control', 'Accept-Ranges'] as const;
export const Content = {
  description: 'The bytes, of the type of the file',
  headers: headersOfAnswer(...cacheHeaders, 'Content-Disposition'),
  content: { '*/*': { schema: Bytes } },
};
export const PartialContent = {
  ...Content,
  description: 'The bytes that were asked for',
  headers: { ...Content.headers, ...headersOfAnswer('Content-Range') },
};
export const NotModified = Type.Null({
  description: 'The client has the bytes already',
  headers: Content.headers,
});
export const MetadataNotModified = Type.Null({
  description: 'The client has it already',
  headers: headersOfAnswer('ETag', 'Cache-Control'),
});
