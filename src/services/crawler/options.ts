/** Options that a client may give with the seed of a crawl, and how they are kept with the job. */
import { Type, type Static } from 'typebox';
import { invalid } from '#kit/web/problem.ts';
import { parseHttpUrl } from '#kit/web/target-url.ts';

export const formats = ['html', 'text', 'markdown'] as const;
export type Format = (typeof formats)[number];
export const Format = Type.Unsafe<Format>({ type: 'string', enum: [...formats] });

const Globs = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 512, format: 'text' }), {
    maxItems: 50,
    description: `${description}: globs over a URL without its fragment; \`*\` stays within a segment, \`**\` crosses, \`?\` is literal`,
  });

/** Members of a request, of a job as clients see it, and of what is stored; each may be absent. */
export const CrawlOptions = Type.Object({
  same_host: Type.Optional(
    Type.Boolean({ description: 'only URLs with the host and the port of the seed' }),
  ),
  include: Type.Optional(Globs('only URLs that one of them matches; empty: all')),
  exclude: Type.Optional(Globs('no URLs that one of them matches')),
  max_depth: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'links from the seed at most' }),
  ),
  formats: Type.Optional(
    Type.Array(Format, {
      uniqueItems: true,
      description: 'what is kept of the content of each HTML page with status 200',
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
    Type.Boolean({ description: 'also begin with the URLs of the sitemaps of the seed’s host' }),
  ),
  webhook: Type.Optional(
    Type.String({ description: 'http or https URL that is told when the job is over' }),
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
    if (!canSign) throw invalid('webhook', 'needs WEBHOOK_SECRET, which is not set here');
  }
  return Object.fromEntries(given.map((member) => [member, body[member]]));
}
