/** The options of a crawl, and how they are stored with the job. */
import { Type, type Static } from 'typebox';
import { invalid } from '#kit/web/problem.ts';
import { parseHttpUrl } from '#kit/web/target-url.ts';

export const formats = ['html', 'text', 'markdown'] as const;
export type Format = (typeof formats)[number];
export const Format = Type.Unsafe<Format>({
  type: 'string',
  enum: [...formats],
  description: 'html: as received; text, markdown: the main text of the page',
});

const Globs = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 512, format: 'text' }), {
    maxItems: 50,
    description: `${description}; globs over the whole URL without its fragment, in which \`*\` matches within a segment, \`**\` across segments, and \`?\` only itself`,
  });

/** Members of a request, of a job as clients see it, and of what is stored; each may be absent. */
export const CrawlOptions = Type.Object({
  same_host: Type.Optional(
    Type.Boolean({ description: 'true: only URLs with the host and port of the seed' }),
  ),
  include: Type.Optional(Globs('only URLs that match one of these; empty: all')),
  exclude: Type.Optional(Globs('no URLs that match one of these')),
  max_depth: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'most links from the seed to a page' }),
  ),
  formats: Type.Optional(
    Type.Array(Format, {
      uniqueItems: true,
      description: 'formats in which to keep the content of each HTML page with status 200',
    }),
  ),
  retries: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 5,
      description: 'how often a page is requested again after a network error, 429 or 5xx',
    }),
  ),
  sitemaps: Type.Optional(
    Type.Boolean({
      description: 'true: also starts from the URLs in the sitemaps of the seed’s host',
    }),
  ),
  webhook: Type.Optional(
    Type.String({
      description:
        'http or https URL to notify when the job ends; signed, so WEBHOOK_SECRET must be set',
    }),
  ),
});
export type CrawlOptions = Static<typeof CrawlOptions>;

export const noOptions: CrawlOptions = {};

const members = Object.keys(CrawlOptions.properties) as (keyof CrawlOptions)[];

/**
 * The options among the members of a request, as they were given.
 *
 * @param canSign whether there is a secret to sign webhooks with
 * @throws Refusal VALIDATION_FAILED naming `webhook`
 */
export function acceptOptions(body: CrawlOptions, canSign: boolean): CrawlOptions {
  const given = members.filter((member) => body[member] !== undefined);
  const { webhook } = body;
  if (webhook !== undefined) {
    const parsed = parseHttpUrl(webhook);
    if (typeof parsed === 'string') throw invalid('webhook', parsed);
    if (!canSign) throw invalid('webhook', 'requires WEBHOOK_SECRET to be set');
  }
  return Object.fromEntries(given.map((member) => [member, body[member]]));
}
