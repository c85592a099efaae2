import { Type } from 'typebox';
import { headersOfAnswer } from '#kit/openapi/answer-headers.ts';
import { Enveloped } from '#kit/web/schema.ts';

export const ShortenBody = Type.Object({
  // Its rules are in target.ts, so that each of them has an answer of its own.
  url: Type.String({
    description:
      'absolute http or https URL, up to 2,048 characters, without credentials, not on this host',
  }),
});
export const ShortenResult = Enveloped(
  Type.Object({
    short_url: Type.String({ description: 'the base address, a slash, then the code' }),
    code: Type.String({ description: '7 characters of a–z, A–Z, 0–9' }),
  }),
);

// No pattern: a path that cannot be a code is an unknown one (404), not an invalid one (400).
export const CodeParams = Type.Object({
  code: Type.String({ description: '7 characters of a–z, A–Z, 0–9' }),
});
export const Redirect = Type.Null({
  description: 'The way to the long URL',
  headers: headersOfAnswer('Location', 'Cache-Control'),
});
