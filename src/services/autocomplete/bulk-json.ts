/** Parses the body of a bulk training in pieces: in one piece the longest takes 80 ms. */
import { maxBodyBytes } from '#kit/web/json/body.ts';
import { scanJson, token } from '#kit/web/json/scan.ts';
import { common } from '#kit/web/problem.ts';

/** Bytes of a list that are parsed at a time, and one entry more at most. */
const pieceBytes = 65_536;

/**
 * Yields the same as `JSON.parse`, except that only the member `terms` is kept whole.
 *
 * @throws Refusal VALIDATION_FAILED when it is not JSON, or when more than the list, or one entry
 *   of it, is larger than any other body may be
 */
export async function parseInPieces(json: Buffer): Promise<unknown> {
  const lists: unknown[][] = [];
  /** The body with the place in `lists` instead of the entries of each list in it. */
  let rest = '';
  let list: unknown[] | undefined;
  let depth = 0;
  let begin = 0;
  await scanJson(json, (read, at) => {
    if (read === token.listBegin || read === token.objectBegin) {
      if (++depth !== 2 || read === token.objectBegin) return;
      rest += `${textOf(json, begin, at + 1)}${lists.length}`;
      lists.push((list = []));
      begin = at + 1;
    } else if (read === token.listEnd || read === token.objectEnd) {
      if (depth-- !== 2 || list === undefined) return;
      addPiece(list, textOf(json, begin, at), false);
      list = undefined;
      begin = at;
    } else if (read === token.comma && list && depth === 2 && at - begin >= pieceBytes) {
      addPiece(list, textOf(json, begin, at), true);
      begin = at + 1;
    }
  });
  rest += textOf(json, begin, json.length);
  if (rest.length > maxBodyBytes) throw tooLong();
  const body = parse(rest);
  const terms = (body as { terms?: unknown } | null)?.terms;
  return Array.isArray(terms) ? { terms: lists[terms[0] as number] } : body;
}

/** @param goesOn whether a comma follows */
function addPiece(list: unknown[], text: string, goesOn: boolean): void {
  const entries = parse(`[${text}]`) as unknown[];
  if (entries.length === 0 && (goesOn || list.length > 0)) throw notJson();
  for (const entry of entries) list.push(entry);
}

function textOf(json: Buffer, begin: number, end: number): string {
  if (end - begin > maxBodyBytes) throw tooLong();
  return json.toString('utf8', begin, end);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw notJson();
    throw error;
  }
}

const notJson = () => common.VALIDATION_FAILED('the body is not JSON');
const tooLong = () => common.VALIDATION_FAILED('the body holds a value of more than 1 MiB');
