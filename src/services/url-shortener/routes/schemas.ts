import { Type, type Static } from 'typebox';
import { headersOfAnswer } from '#kit/base/answer-headers.ts';
import { Enveloped } from '#kit/web/schema.ts';
import { aliasPattern } from '../code.ts';

/** The last instant that a Date can hold. */
const maxInstant = 8_640_000_000_000_000;

export const Instant = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: maxInstant,
    description: `${description}, milliseconds since the epoch`,
  });
export const NotBefore = Instant('when the link starts to redirect');
export const ExpiresAt = Instant('when the link stops redirecting');
export const MaxClicks = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'most redirects of the link since its creation',
});
export const Tag = Type.String({
  minLength: 1,
  maxLength: 64,
  format: 'id',
  description: 'a tag, 1–64 characters',
});
export const Tags = Type.Array(Tag, {
  maxItems: 16,
  description: 'tags to find the link by; a repeated tag counts once',
});
// Its rules are in target.ts, so that each has its own error message.
export const Url = Type.String({
  description:
    'where the link leads: an absolute http or https URL, up to 2,048 characters, without credentials, not one of the shortener itself',
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
});
export type ShortenBody = Static<typeof ShortenBody>;

const shortUrl = Type.String({
  description: 'the address to hand out: the base address, a slash, and the code',
});
const code = Type.String({
  description: 'code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9',
});
export const ShortenResult = Enveloped(Type.Object({ short_url: shortUrl, code }));

/** Most links in one call. */
export const maxLinks = 1_000;
export const BulkBody = Type.Object({
  links: Type.Array(ShortenBody, {
    minItems: 1,
    maxItems: maxLinks,
    description: 'links, each as in the body of POST /shorten',
  }),
});
export const BulkResult = Type.Object({
  results: Type.Array(
    Type.Object({
      ok: Type.Boolean({ description: 'whether the link was created' }),
      code: Type.Optional(code),
      short_url: Type.Optional(shortUrl),
      error: Type.Optional(
        Type.String({
          description: 'why the link was not created: a problem code of POST /shorten',
        }),
      ),
    }),
    { description: 'one result for each link, in the same order' },
  ),
});

// No pattern: a path that cannot be a code is an unknown one (404), not an invalid one (400).
export const CodeParams = Type.Object({ code });
export const Redirect = Type.Null({
  description: 'Redirects to the long URL',
  headers: headersOfAnswer('Location', 'Cache-Control'),
});
