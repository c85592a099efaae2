/** The file in a multipart/form-data body, taken while it arrives. */
import { once } from 'node:events';
import { Dicer } from '@fastify/busboy';
import type { Readable } from 'node:stream';
import { Pieces } from '#kit/web/collect-body.ts';
import { invalid } from '#kit/web/problem.ts';
import { brokenOffError, type ReceivedBody } from './receive.ts';
import { refuse } from '../errors.ts';
import { fileHead, parametersOf, type FileHead, type PartHeaders } from './part-head.ts';

/** The bytes that a form may hold beside the file. */
export const formOverheadBytes = 1024 * 1024;
/** The most parts that a form may have, files and fields together. */
const maxParts = 100;

interface FilePart extends FileHead {
  readonly body: ReceivedBody;
}

/**
 * Reads the form to its end; fields in it are ignored. On a failure the rest of `form` is left
 * unread and its stream alive.
 *
 * @param contentType with the boundary
 * @param maxBytes of the whole form
 * @param receiveFile called with the file
 * @throws Refusal VALIDATION_FAILED when it is not a form with one file, or has too many parts,
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
  parser.on('error', (error) => fail(invalid('body', `is not a complete form: ${error.message}`)));
  let parts = 0;
  parser.on('part', (stream) => {
    // The parser reports the errors of its parts as well.
    stream.on('error', () => {});
    if (++parts > maxParts) fail(invalid('body', `must NOT have more than ${maxParts} parts`));
    stream.on('header', (headers) => {
      const head = over.signal.aborted ? undefined : fileHead(headers as PartHeaders);
      if (head === undefined) return stream.resume();
      if (part !== undefined) return fail(invalid('body', 'must NOT contain more than one file'));
      file = stream;
      part = receiveFile(stream).then((body) => ({ body, ...head }));
      part.catch(fail);
    });
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

function openParser(contentType: string): Dicer {
  const boundary = parametersOf(contentType).get('boundary') ?? '';
  if (boundary === '') throw invalid('content-type', 'must have a boundary');
  return new Dicer({ boundary, maxHeaderPairs: 100 });
}

/** Resolves when the parser has seen the end of the form, or soon after `over` is aborted. */
async function feed(
  parser: Dicer,
  form: Readable,
  maxBytes: number,
  over: AbortSignal,
): Promise<void> {
  const finished = new Promise<void>((resolve) => parser.once('finish', resolve));
  const pieces = new Pieces();
  let size = 0;
  for await (const chunk of form.iterator({ destroyOnReturn: false })) {
    if (over.aborted) return;
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw refuse.FILE_TOO_LARGE('the form is too large');
    pieces.add((chunk as Buffer).length);
    // It takes nothing after the end of the form.
    if (!parser.writable || parser.write(chunk)) continue;
    await Promise.race([finished, once(parser, 'drain', { signal: over })]);
  }
  parser.end();
  await finished;
}
