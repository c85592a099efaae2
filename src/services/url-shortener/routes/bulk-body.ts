/** The body of many links: in one piece, the parser would hold up others for too long. */
import { isUtf8 } from 'node:buffer';
import { parseLongList } from '#kit/web/json/long-list.ts';
import { common, invalid } from '#kit/web/problem.ts';
import { maxLinks } from './schemas.ts';

export const maxBulkBytes = 4 * 1024 * 1024;

const byteOrderMark = Buffer.from('\ufeff');

/**
 * The links of a body, which are still to be checked.
 *
 * @throws Refusal VALIDATION_FAILED
 */
export async function parseBulk(json: Buffer): Promise<{ readonly links: readonly unknown[] }> {
  if (!isUtf8(json)) throw common.VALIDATION_FAILED('the body is not JSON');
  // The decoder of other bodies leaves the mark out, too.
  const isMarked = json.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  const links = await parseLongList(isMarked ? json.subarray(byteOrderMark.length) : json, 'links');
  if (links === undefined) throw invalid('links', 'must be array');
  if (links.length === 0) throw invalid('links', 'must NOT have fewer than 1 items');
  if (links.length > maxLinks) throw invalid('links', `must NOT have more than ${maxLinks} items`);
  return { links };
}
