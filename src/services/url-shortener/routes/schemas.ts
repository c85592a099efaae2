import { Type, type Static } from 'typebox';
import { headersOfAnswer } from '#kit/base/answer-headers.ts';
import { Enveloped } from '#kit/web/schema.ts';
import { aliasPattern } from '../code.ts';
import { linkDetails } from '../details.ts';

/** The last one that a Date can hold. */
const maxInstant = 8_640_000_000_000_000;

export const Instant = (description: string) =>
  Type.Integer({ minimum: 0, maximum: maxInstant, description: `${description}, milliseconds` });
export const NotBefore = Instant('from this instant on the link is there');
export const ExpiresAt = Instant('from this instant on the link is gone');
export const MaxClicks = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'how often the link redirects, counted from its creation',
});
export const Tag = Type.String({ minLength: 1, maxLength: 64, format: 'id' });
export const Tags = Type.Array(Tag, {
  maxItems: 16,
  description: 'for lists; repetitions count once',
});
// Its rules are in target.ts, so that each of them has an answer of its own.
export const Url = Type.String({
  description:
    'absolute http or https URL, up to 2,048 characters, without credentials, not on this host',
});

export const ShortenBody = Type.Object({
  url: Url,
  alias: Type.Optional(
    Type.String({
      pattern: aliasPattern,
      description: 'the code, instead of a random one: 4–64 of a–z, A–Z, 0–9, _ and -',
    }),
  ),
  not_before: Type.Optional(NotBefore),
  expires_at: Type.Optional(ExpiresAt),
  max_clicks: Type.Optional(MaxClicks),
  tags: Type.Optional(Tags),
  ...linkDetails.members,
});
export type ShortenBody = Static<typeof ShortenBody>;

const shortUrl = Type.String({ description: 'the base address, a slash, then the code' });
const code = Type.String({ description: 'the alias, else 7 characters of a–z, A–Z, 0–9' });
export const ShortenResult = Enveloped(Type.Object({ short_url: shortUrl, code }));

/** Most links in one call. */
export const maxLinks = 1_000;
export const BulkBody = Type.Object({
  links: Type.Array(ShortenBody, {
    minItems: 1,
    maxItems: maxLinks,
    description: 'each as POST /shorten takes it',
  }),
});
export const BulkResult = Type.Object({
  results: Type.Array(
    Type.Object({
      ok: Type.Boolean(),
      code: Type.Optional(code),
      short_url: Type.Optional(shortUrl),
      error: Type.Optional(
        Type.String({ description: 'why the link was not made: a code of POST /shorten' }),
      ),
    }),
    { description: 'in the order of the links' },
  ),
});

// No pattern: a path that cannot be a code is an unknown one (404), not an invalid one (400).
export const CodeParams = Type.Object({ code });
export const Redirect = Type.Null({
  description: 'The way to the long URL',
  headers: headersOfAnswer('Location', 'Cache-Control'),
});
