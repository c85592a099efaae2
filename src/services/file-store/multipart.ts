/** The file in a multipart/form-data body, taken while it arrives. */
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Readable } from 'node:stream';
import { invalid } from '#kit/problem.ts';
import { explainBroken, type Spooled } from './contents/spool.ts';
import { refuse } from './errors.ts';

/** What a form may hold beside the file, bytes. */
export const formOverhead = 1024 * 1024;

export interface FilePart {
  readonly spooled: Spooled;
  readonly filename: string | undefined;
  readonly mimeType: string;
}

/**
 * Reads the form to its end; all but the first file in it is ignored. On a failure the rest of
 * `body` is left unread and its stream alive.
 *
 * @param contentType with the boundary
 * @param limit of the whole form, bytes
 * @param take what to do with the file
 */
export async function receiveForm(
  body: Readable,
  contentType: string,
  limit: number,
  take: (file: Readable) => Promise<Spooled>,
): Promise<FilePart> {
  const parser = openParser(contentType);
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  let file: Readable | undefined;
  let part: Promise<FilePart> | undefined;
  parser.on('error', (error) =>
    fail(invalid('body', `is no whole form: ${(error as Error).message}`)),
  );
  parser.on('file', (_field, stream, filename: string | undefined, _encoding, mimeType) => {
    // Its errors are the parser's, too.
    stream.on('error', () => {});
    if (part !== undefined) return void stream.resume();
    file = stream;
    part = take(stream).then((spooled) => ({ spooled, filename, mimeType }));
    part.catch(fail);
  });
  try {
    await Promise.race([feed(parser, body, limit), failed]);
    if (part === undefined) throw invalid('body', 'has no file in it');
    return await part;
  } catch (error) {
    file?.destroy();
    const [taken] = await Promise.allSettled([part]);
    if (taken?.status === 'fulfilled') await taken.value?.spooled.discard();
    throw explainBroken(error);
  }
}

function openParser(contentType: string): BusboyInstance {
  try {
    const headers = { 'content-type': contentType };
    return new Busboy({ headers, limits: { fields: 0, headerPairs: 100 } });
  } catch (error) {
    throw invalid('content-type', (error as Error).message);
  }
}

/** Resolves when the parser has seen the end of the form. */
async function feed(parser: BusboyInstance, body: Readable, limit: number): Promise<void> {
  const finished = new Promise<void>((resolve) => parser.once('finish', resolve));
  let size = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > limit) throw refuse.FILE_TOO_LARGE('the form is too large');
    if (!parser.write(chunk)) await new Promise<void>((resolve) => parser.once('drain', resolve));
  }
  parser.end();
  await finished;
}
