import { Type, type Static } from 'typebox';
import { linkDetails } from '../details.ts';
import { ExpiresAt, Instant, MaxClicks, NotBefore, Tag, Tags, Url } from './schemas.ts';

export const LinksQuery = Type.Object({
  tag: Type.Optional(Tag),
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
  cursor: Type.Optional(
    Type.String({ maxLength: 64, description: 'next_cursor of the page before' }),
  ),
});
export type LinksQuery = Static<typeof LinksQuery>;

export const LinkView = Type.Object({
  code: Type.String(),
  short_url: Type.String(),
  url: Type.String(),
  created_at: Instant('when it was made'),
  not_before: Type.Optional(NotBefore),
  expires_at: Type.Optional(ExpiresAt),
  max_clicks: Type.Optional(MaxClicks),
  clicks: Type.Integer({
    description:
      'redirects since its creation; of a link without max_clicks, those of the last second may be missing',
  }),
  disabled: Type.Boolean(),
  tags: Type.Array(Type.String()),
  ...linkDetails.members,
});
export type LinkView = Static<typeof LinkView>;

export const LinkList = Type.Object({
  links: Type.Array(LinkView, { description: 'the newest first' }),
  next_cursor: Type.Optional(Type.String({ description: 'there is more' })),
});

const OrNull = <T extends ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description: 'null: no such limit' }));

export const PatchBody = Type.Object({
  url: Type.Optional(Url),
  not_before: OrNull(NotBefore),
  expires_at: OrNull(ExpiresAt),
  max_clicks: OrNull(MaxClicks),
  tags: Type.Optional(Tags),
  disabled: Type.Optional(Type.Boolean()),
  ...linkDetails.removable,
});
export type PatchBody = Static<typeof PatchBody>;

export const Removed = Type.Object({ code: Type.String(), deleted: Type.Literal(true) });

const Day = Type.Optional(
  Type.String({
    pattern: '^(\\d{4}-\\d{2}-\\d{2}|\\d{1,16})$',
    description:
      'a day, such as 2026-01-31, or an instant of that day, milliseconds; it is included',
  }),
);
export const StatsQuery = Type.Object({ from: Day, to: Day });
export type StatsQuery = Static<typeof StatsQuery>;

const clicks = Type.Integer();
export const Stats = Type.Object({
  total: Type.Integer({ description: 'of people: without bots and unknown' }),
  by_day: Type.Array(
    Type.Object({ day: Type.String({ description: '2026-01-31, in UTC' }), clicks }),
  ),
  by_host: Type.Array(Type.Object({ host: Type.String(), clicks }), {
    description:
      'hosts of the pages that link to it, the 1,000 with most clicks; direct: without such a page; other: all further ones',
  }),
  by_country: Type.Array(Type.Object({ country: Type.String(), clicks }), {
    description: 'ISO 3166 codes, or unknown; empty without GEOIP_DB',
  }),
  bots: Type.Integer({ description: 'redirects of known bots, by their User-Agent' }),
  unknown: Type.Integer({ description: 'redirects of requests without a User-Agent' }),
});
export type Stats = Static<typeof Stats>;
