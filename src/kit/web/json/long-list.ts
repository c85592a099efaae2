/**
 * Parses a JSON object that holds a long list, in slices of time: in one piece 12 MiB take 80 ms, in
 * which nobody else has a turn.
 */
import { common } from '../problem.ts';
import { maxBodyBytes } from './body.ts';
import { scanJson, token } from './scan.ts';

/** Bytes of a list that are parsed at a time, and one entry more at most. */
const pieceBytes = 65_536;

/**
 * The list that `JSON.parse` would find under this name, or undefined if there is none. It parses all
 * of the text, of which other members have no use.
 *
 * @param json in UTF-8
 * @param maxValueBytes of one entry of a list, and of everything that is not in a list
 * @throws Refusal VALIDATION_FAILED if the text is not JSON, or if a value in it is too long
 */
export async function parseLongList(
  json: Buffer,
  name: string,
  maxValueBytes = maxBodyBytes,
): Promise<unknown[] | undefined> {
  const lists: unknown[][] = [];
  /** The text with the place in `lists` instead of the entries of each list in it. */
  let rest = '';
  let list: unknown[] | undefined;
  let depth = 0;
  let begin = 0;
  let entryBegin = 0;
  const endEntry = (at: number) => {
    if (at - entryBegin > maxValueBytes) throw tooLong();
    entryBegin = at + 1;
  };
  const addToRest = (end: number) => {
    if (rest.length + end - begin > maxValueBytes) throw tooLong();
    rest += json.toString('utf8', begin, end);
  };
  await scanJson(json, (read, at) => {
    if (read === token.listBegin || read === token.objectBegin) {
      if (++depth !== 2 || read === token.objectBegin) return;
      addToRest(at + 1);
      rest += lists.length;
      lists.push((list = []));
      begin = entryBegin = at + 1;
    } else if (read === token.listEnd || read === token.objectEnd) {
      if (depth-- !== 2 || list === undefined) return;
      endEntry(at);
      addPiece(list, json.toString('utf8', begin, at), false);
      list = undefined;
      begin = at;
    } else if (read === token.comma && list && depth === 2) {
      endEntry(at);
      if (at - begin < pieceBytes) return;
      addPiece(list, json.toString('utf8', begin, at), true);
      begin = at + 1;
    }
  });
  addToRest(json.length);
  const place = (parse(rest) as Record<string, unknown> | null)?.[name];
  return Array.isArray(place) ? lists[place[0] as number] : undefined;
}

/** @param goesOn whether a comma follows */
function addPiece(list: unknown[], text: string, goesOn: boolean): void {
  const entries = parse(`[${text}]`) as unknown[];
  if (entries.length === 0 && (goesOn || list.length > 0)) throw notJson();
  for (const entry of entries) list.push(entry);
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
