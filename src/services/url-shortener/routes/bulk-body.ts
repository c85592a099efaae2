/** The body of many links: in one piece, the parser would hold up others for too long. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { maxBodyBytes } from '#kit/web/json/body.ts';
import { scanJson, token } from '#kit/web/json/scan.ts';
import { common, invalid } from '#kit/web/problem.ts';
import { parseJson } from './body.ts';
import { maxLinks } from './schemas.ts';

export const maxBulkBytes = 4 * 1024 * 1024;

/**
 * The body as far as it is asked for; the links are still to be checked.
 *
 * @throws Refusal VALIDATION_FAILED
 */
export async function parseBulk(json: Buffer): Promise<{ readonly links: readonly unknown[] }> {
  const { outline, entries } = await cutEntries(json);
  const body = parse(outline) as { links?: unknown } | null;
  const slice = new TimeSlice();
  const values: unknown[] = [];
  for (const entry of entries) {
    if (slice.isOver) await slice.next();
    values.push(parse(entry));
  }
  const links = body?.links;
  if (!Array.isArray(links)) throw invalid('links', 'must be array');
  if (links.length === 0) throw invalid('links', 'must NOT have fewer than 1 items');
  if (links.length > maxLinks) throw invalid('links', `must NOT have more than ${maxLinks} items`);
  return { links: links.map((link: unknown) => (isPlace(link) ? values[link.place] : link)) };
}

const isPlace = (link: unknown): link is { readonly place: number } =>
  typeof link === 'object' && link !== null && !Array.isArray(link);

/**
 * Cuts out the objects that stand in lists of the body. The outline has their places instead: no
 * other objects are left there.
 */
async function cutEntries(json: Buffer): Promise<{ outline: Buffer; entries: Buffer[] }> {
  const outline: Buffer[] = [];
  const entries: Buffer[] = [];
  let depth = 0;
  let begin = 0;
  let end = 0;
  await scanJson(json, (read, at) => {
    if (read === token.listBegin || read === token.objectBegin) {
      if (++depth === 3 && read === token.objectBegin) begin = at;
    } else if (read === token.listEnd || read === token.objectEnd) {
      if (depth-- !== 3 || read === token.listEnd || begin < end) return;
      outline.push(json.subarray(end, begin), Buffer.from(`{"place":${entries.length}}`));
      end = at + 1;
      entries.push(json.subarray(begin, end));
    }
  });
  outline.push(json.subarray(end));
  return { outline: Buffer.concat(outline), entries };
}

/** @throws Refusal VALIDATION_FAILED */
function parse(json: Buffer): unknown {
  if (json.length <= maxBodyBytes) return parseJson(json);
  throw common.VALIDATION_FAILED('the body holds a value of more than 1 MiB');
}
