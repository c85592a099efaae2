import { Type } from 'typebox';
import { DownloadHeaders } from '../schemas.ts';
import { dispositions, type Disposition } from '../store/links.ts';

export const LinkParams = Type.Object({
  link: Type.String({ description: 'to download: the token; to revoke: link_<n>' }),
});

const { 'x-user-id': _, ...conditions } = DownloadHeaders.properties;
export const FollowHeaders = Type.Object(conditions);

const day = 86_400;
const Disposition = Type.Unsafe<Disposition>({
  type: 'string',
  enum: dispositions,
  description: 'inline: a browser shows it; only for types that cannot run script',
});

export const LinkBody = Type.Object({
  expires_in: Type.Integer({ minimum: 60, maximum: 30 * day, description: 'seconds' }),
  max_downloads: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'without it: any number' }),
  ),
  disposition: Type.Unsafe<Disposition>({ ...Disposition, default: 'attachment' }),
});

const instant = (description = 'milliseconds since the epoch') => Type.Integer({ description });

export const LinkCreated = Type.Object({
  link_id: Type.String({ description: 'link_<n>' }),
  url: Type.String({ description: 'where whoever knows it downloads the file; shown this once' }),
  expires_at: instant(),
});

export const LinksQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
  cursor: Type.Optional(
    Type.String({ maxLength: 100, description: 'next_cursor of the page before' }),
  ),
});

export const LinksResult = Type.Object({
  links: Type.Array(
    Type.Object({
      link_id: Type.String({ description: 'link_<n>' }),
      disposition: Disposition,
      max_downloads: Type.Optional(Type.Integer()),
      downloads: Type.Optional(
        Type.Integer({ description: 'that counted; only with max_downloads' }),
      ),
      created_at: instant(),
      expires_at: instant(),
      revoked_at: Type.Optional(instant()),
    }),
    { description: 'as they were made' },
  ),
  next_cursor: Type.Optional(Type.String({ description: 'there is more' })),
});

export const Revoked = Type.Object({ revoked: Type.Boolean() });
