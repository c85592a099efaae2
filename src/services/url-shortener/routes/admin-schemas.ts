import { Type, type Static } from 'typebox';
import { linkDetails } from '../details.ts';
import { ExpiresAt, Instant, MaxClicks, NotBefore, Tag, Tags, Url } from './schemas.ts';

export const LinksQuery = Type.Object({
  tag: Type.Optional({ ...Tag, description: 'only links with this tag' }),
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'maximum number of links per page',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 64, description: 'next_cursor of the previous page' }),
  ),
});
export type LinksQuery = Static<typeof LinksQuery>;

export const LinkView = Type.Object({
  code: Type.String({ description: 'code of the link' }),
  short_url: Type.String({ description: 'the address to hand out' }),
  url: Type.String({ description: 'where the link leads' }),
  created_at: Instant('when it was created'),
  not_before: Type.Optional(NotBefore),
  expires_at: Type.Optional(ExpiresAt),
  max_clicks: Type.Optional(MaxClicks),
  clicks: Type.Integer({
    description:
      'redirects since its creation; without max_clicks, those of the last second may be missing',
  }),
  disabled: Type.Boolean({ description: 'true: the link answers 410 LINK_DISABLED' }),
  tags: Type.Array(Type.String(), { description: 'tags of the link' }),
  ...linkDetails.members,
});
export type LinkView = Static<typeof LinkView>;

export const LinkList = Type.Object({
  links: Type.Array(LinkView, { description: 'the newest first' }),
  next_cursor: Type.Optional(
    Type.String({ description: 'cursor of the next page; absent on the last one' }),
  ),
});

const OrNull = <T extends ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Optional(
    Type.Union([schema, Type.Null()], { description: 'the new limit; null removes it' }),
  );

export const PatchBody = Type.Object({
  url: Type.Optional(Url),
  not_before: OrNull(NotBefore),
  expires_at: OrNull(ExpiresAt),
  max_clicks: OrNull(MaxClicks),
  tags: Type.Optional(Tags),
  disabled: Type.Optional(
    Type.Boolean({
      description: 'true: the link answers 410 LINK_DISABLED until it is false again',
    }),
  ),
  ...linkDetails.removable,
});
export type PatchBody = Static<typeof PatchBody>;

export const Removed = Type.Object({
  code: Type.String({ description: 'code of the link' }),
  deleted: Type.Literal(true),
});

const Day = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^(\\d{4}-\\d{2}-\\d{2}|\\d{1,16})$',
      description: `${description}: 2026-01-31, or an instant of that day in milliseconds since the epoch`,
    }),
  );
export const StatsQuery = Type.Object({
  from: Day('first day, in UTC'),
  to: Day('last day, in UTC, included'),
});
export type StatsQuery = Static<typeof StatsQuery>;

const clicks = Type.Integer({ description: 'number of clicks' });
export const Stats = Type.Object({
  total: Type.Integer({ description: 'clicks, without those of bots and unknown' }),
  by_day: Type.Array(
    Type.Object({ day: Type.String({ description: 'the day in UTC: 2026-01-31' }), clicks }),
    { description: 'days with clicks, the earliest first' },
  ),
  by_host: Type.Array(Type.Object({ host: Type.String({ description: 'the host' }), clicks }), {
    description:
      'hosts of the referring pages, the 1,000 with most clicks; direct: without a referrer; other: all further hosts',
  }),
  by_country: Type.Array(
    Type.Object({ country: Type.String({ description: 'the country' }), clicks }),
    {
      description: 'countries by ISO 3166 code, or unknown; empty without GEOIP_DB',
    },
  ),
  bots: Type.Integer({ description: 'redirects of bots, known by their User-Agent' }),
  unknown: Type.Integer({ description: 'redirects of requests without a User-Agent' }),
});
export type Stats = Static<typeof Stats>;
