import { Type } from 'typebox';
import { DownloadHeaders } from '../schemas.ts';
import { dispositions, type Disposition } from '../store/links.ts';

export const LinkParams = Type.Object({
  link: Type.String({
    description: 'the token when downloading the file; link_<n> when revoking the link',
  }),
});

const { 'x-user-id': _, ...conditions } = DownloadHeaders.properties;
export const FollowHeaders = Type.Object(conditions);

const day = 86_400;
const Disposition = Type.Unsafe<Disposition>({
  type: 'string',
  enum: dispositions,
  description:
    'attachment: a browser saves the file; inline: a browser shows the file if its type cannot run scripts',
});

export const LinkBody = Type.Object({
  expires_in: Type.Integer({
    minimum: 60,
    maximum: 30 * day,
    description: 'lifetime of the link, seconds',
  }),
  max_downloads: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'maximum number of downloads; unlimited when absent',
    }),
  ),
  disposition: Type.Unsafe<Disposition>({ ...Disposition, default: 'attachment' }),
});

const instant = (description: string) => Type.Integer({ description });

export const LinkCreated = Type.Object({
  link_id: Type.String({ description: 'link_<n>' }),
  url: Type.String({
    description: 'the address that downloads the file; it cannot be shown again',
  }),
  expires_at: instant('when the link expires, milliseconds since the epoch'),
});

export const LinksQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'maximum number of links per page',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 100, description: 'next_cursor of the previous page' }),
  ),
});

export const LinksResult = Type.Object({
  links: Type.Array(
    Type.Object({
      link_id: Type.String({ description: 'link_<n>' }),
      disposition: Disposition,
      max_downloads: Type.Optional(
        Type.Integer({ description: 'maximum number of downloads; unlimited when absent' }),
      ),
      downloads: Type.Optional(
        Type.Integer({ description: 'downloads counted so far; absent without max_downloads' }),
      ),
      created_at: instant('when the link was created, milliseconds since the epoch'),
      expires_at: instant('when it expires, milliseconds since the epoch'),
      revoked_at: Type.Optional(
        instant('when it was revoked, milliseconds since the epoch; absent if it was not'),
      ),
    }),
    { description: 'in the order in which they were created' },
  ),
  next_cursor: Type.Optional(
    Type.String({ description: 'cursor of the next page; absent on the last one' }),
  ),
});

export const Revoked = Type.Object({ revoked: Type.Boolean({ description: 'always true' }) });
