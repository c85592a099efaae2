/** The head of a part of a form: whether it is a file, and the name and type of that file. */
import { isUtf8 } from 'node:buffer';

/** Names in lower case; values as Latin-1, one character a byte. */
export type PartHeaders = Readonly<Record<string, readonly string[]>>;

export interface FileHead {
  /** Undefined when the part names none. */
  readonly filename: string | undefined;
  /** Undefined when the part names none. */
  readonly mimeType: string | undefined;
}

/** Undefined for a part that is a field. */
export function fileHead(headers: PartHeaders): FileHead | undefined {
  const { 'content-disposition': [disposition = ''] = [], 'content-type': [type = ''] = [] } =
    headers;
  if (!/^\s*form-data\s*(;|$)/i.test(disposition)) return undefined;
  const parameters = parametersOf(disposition);
  const isNamed = [...parameters.keys()].some((key) => /^filename(\*|$)/.test(key));
  const mimeType = type.trim();
  if (!isNamed && !/^application\/octet-stream\s*(;|$)/i.test(mimeType)) return undefined;
  return { filename: filenameOf(parameters), mimeType: mimeType === '' ? undefined : mimeType };
}

/** The parameters of a header, by name in lower case; values without their quotes. */
export function parametersOf(header: string): ReadonlyMap<string, string> {
  const all = header.matchAll(/;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gs);
  return new Map(
    Array.from(all, ([, name, quoted, bare]) => [
      name!.toLowerCase(),
      // Old browsers send paths, whose backslashes escape nothing.
      quoted?.replace(/\\(["\\])/g, '$1') ?? bare!.trim(),
    ]),
  );
}

/** `filename*` is the exact one: `filename` beside it is for those who cannot read it (RFC 6266). */
function filenameOf(parameters: ReadonlyMap<string, string>): string | undefined {
  const extended = parameters.get('filename*') ?? continuedFilename(parameters);
  const plain = parameters.get('filename') ?? extended;
  const name =
    decodeExtended(extended ?? '') ?? (plain === undefined ? undefined : decodePlain(plain));
  return name?.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

/** A name in several parameters, `filename*0*=…; filename*1=…` (RFC 2231), as one value. */
function continuedFilename(parameters: ReadonlyMap<string, string>): string | undefined {
  let whole = '';
  for (let n = 0; ; n++) {
    const encoded = parameters.get(`filename*${n}*`);
    const literal = parameters.get(`filename*${n}`);
    if (encoded === undefined && literal === undefined) break;
    // Without a charset in front, nothing was encoded.
    if (n === 0 && encoded === undefined) whole = "utf-8''";
    whole += encoded ?? encodeURIComponent(decodePlain(literal!));
  }
  return whole === '' ? undefined : whole;
}

/** `charset'language'percent-encoded` (RFC 8187); undefined for anything else. */
function decodeExtended(value: string): string | undefined {
  const [, charset = '', encoded = ''] = /^([^']*)'[^']*'(.*)$/s.exec(value) ?? [];
  const bytes = encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  try {
    return new TextDecoder(charset, { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}

/** Clients write UTF-8 (RFC 7578, 5.1); those that do not mostly write Windows-1252. */
function decodePlain(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}
