/** The file in a multipart/form-data body, taken while it arrives. */
import { once } from 'node:events';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Readable } from 'node:stream';
import { invalid } from '#kit/web/problem.ts';
import { brokenOffError, type ReceivedBody } from './receive.ts';
import { refuse } from '../errors.ts';

/** What a form may hold beside the file. */
export const formOverheadBytes = 1024 * 1024;
/** What a form may have, files and fields together. */
const maxParts = 100;

export interface FilePart {
  readonly body: ReceivedBody;
  readonly filename: string | undefined;
  readonly mimeType: string;
}

/**
 * Reads the form to its end; fields in it are ignored. On a failure the rest of `form` is left
 * unread and its stream alive.
 *
 * @param contentType with the boundary
 * @param maxBytes of the whole form
 * @param receiveFile called with the file
 * @throws Refusal VALIDATION_FAILED when it is no form with one file, or has too many parts,
 *   FILE_TOO_LARGE, UPLOAD_BROKEN_OFF, and what `receiveFile` throws
 */
export async function receiveForm(
  form: Readable,
  contentType: string,
  maxBytes: number,
  receiveFile: (file: Readable) => Promise<ReceivedBody>,
): Promise<FilePart> {
  const parser = openParser(contentType);
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const over = new AbortController();
  const fail = (error: unknown) => {
    reject(error);
    over.abort();
  };
  let file: Readable | undefined;
  let part: Promise<FilePart> | undefined;
  parser.on('error', (error) =>
    fail(invalid('body', `is not a complete form: ${(error as Error).message}`)),
  );
  parser.on('filesLimit', () => fail(invalid('body', 'must NOT contain more than one file')));
  parser.on('partsLimit', () => fail(invalid('body', `must NOT have more than ${maxParts} parts`)));
  parser.on('file', (_field, stream, filename: string | undefined, _encoding, mimeType) => {
    // The parser reports the stream's errors as well.
    stream.on('error', () => {});
    file = stream;
    part = receiveFile(stream).then((body) => ({ body, filename, mimeType }));
    part.catch(fail);
  });
  try {
    await Promise.race([failed, feed(parser, form, maxBytes, over.signal)]);
    if (part === undefined) throw invalid('body', 'contains no file');
    return await part;
  } catch (error) {
    over.abort();
    file?.destroy();
    const [taken] = await Promise.allSettled([part]);
    if (taken?.status === 'fulfilled') await taken.value?.body.file.discard();
    throw brokenOffError(error);
  }
}

function openParser(contentType: string): BusboyInstance {
  try {
    const headers = { 'content-type': contentType };
    return new Busboy({
      headers,
      limits: { files: 1, fields: 0, parts: maxParts, headerPairs: 100 },
    });
  } catch (error) {
    throw invalid('content-type', (error as Error).message);
  }
}

/** Resolves when the parser has seen the end of the form, or soon after `over` is aborted. */
async function feed(
  parser: BusboyInstance,
  form: Readable,
  maxBytes: number,
  over: AbortSignal,
): Promise<void> {
  const finished = new Promise<void>((resolve) => parser.once('finish', resolve));
  let size = 0;
  for await (const chunk of form.iterator({ destroyOnReturn: false })) {
    if (over.aborted) return;
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw refuse.FILE_TOO_LARGE('the form is too large');
    if (!parser.write(chunk)) await once(parser, 'drain', { signal: over });
  }
  parser.end();
  await finished;
}
