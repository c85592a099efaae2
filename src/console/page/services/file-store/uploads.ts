/**
 * Uploads of this tab, by tus: a broken upload goes on where it was, even after a reload, when the same file
 * is dropped again. Uploads go on while other pages are open.
 */
import pLimit from 'p-limit';
import { useEffect, useReducer } from 'preact/hooks';
import { Upload, type DetailedError } from 'tus-js-client';
import { currentToken } from '../../live/token.ts';
import { as } from './folder.ts';

type UploadStatus = 'waiting' | 'sending' | 'paused' | 'done' | 'failed';

export interface Sending {
  readonly number: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes that are sent, or that the service had before. */
  sent: number;
  status: UploadStatus;
  /** Why it failed. */
  problem?: string;
  readonly upload: Upload;
}

/** What an upload becomes: a file in a folder, or the next version of a file. */
export type Target =
  | { readonly owner_id: string; readonly parent_id: string }
  | { readonly file_id: string };

/** Pauses before an upload that broke off is continued, milliseconds. */
const retryDelays = [0, 500, 2_000, 5_000, 10_000, 30_000];
/** A browser has six connections to a host, and streams take some of them. */
const limit = pLimit(2);

let sendings: readonly Sending[] = [];
let count = 0;
const watchers = new Set<() => void>();
const changed = () => {
  for (const watch of watchers) watch();
};

export function startUpload(file: File, target: Target, user: string): void {
  const upload = new Upload(file, {
    endpoint: `${location.origin}/api/file-store/uploads`,
    metadata: { name: file.name, ...target },
    headers: { ...as(user) },
    retryDelays,
    onShouldRetry: mayHelp,
    // Else the same file, dropped once more, would be taken for the upload that is over.
    removeFingerprintOnSuccess: true,
    onBeforeRequest: (request) => {
      const token = currentToken();
      if (token !== undefined) request.setHeader('Authorization', `Bearer ${token}`);
    },
  });
  const { name, size } = file;
  const sending: Sending = { number: ++count, name, size, sent: 0, status: 'waiting', upload };
  sendings = [...sendings, sending];
  void run(sending, true);
}

/**
 * Whether a further attempt may help: the next answer tells. By itself tus also asks `navigator.onLine`,
 * which is false without a network, although a service on the same machine answers.
 */
function mayHelp({ originalResponse }: DetailedError): boolean {
  const status = originalResponse?.getStatus() ?? 0;
  const isRefused = status >= 400 && status < 500;
  // Both pass by themselves: another request holds the upload, or it was continued from elsewhere.
  return !isRefused || status === 409 || status === 423;
}

export const resumeUpload = (sending: Sending) => run(sending, false);

export async function pauseUpload(sending: Sending): Promise<void> {
  sending.status = 'paused';
  changed();
  await sending.upload.abort();
  // The next upload in the queue gets the place.
  sending.upload.options.onError?.(new Error('paused'));
}

export async function cancelUpload(sending: Sending): Promise<void> {
  await pauseUpload(sending);
  forget(sending);
  // What the service has of it would go by itself after a day.
  await sending.upload.abort(true).catch(() => undefined);
}

export function forget(...gone: readonly Sending[]): void {
  sendings = sendings.filter((one) => !gone.includes(one));
  changed();
}

/** The uploads of this tab, as they are now. */
export function useUploads(): readonly Sending[] {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const watch = () => redraw(undefined);
    watchers.add(watch);
    return () => void watchers.delete(watch);
  }, []);
  return sendings;
}

function run(sending: Sending, mayBeKnown: boolean): Promise<void> {
  sending.status = 'waiting';
  changed();
  return limit(async () => {
    // Paused or cancelled before it was its turn.
    if (sending.status !== 'waiting') return;
    sending.status = 'sending';
    if (mayBeKnown) await findEarlier(sending.upload);
    if (sending.status === 'sending') await toItsEnd(sending);
    changed();
  });
}

/** An earlier upload of this file to the same place goes on; to another place it is another one. */
async function findEarlier(upload: Upload): Promise<void> {
  const wanted = JSON.stringify(upload.options.metadata);
  const known = await upload.findPreviousUploads();
  const earlier = known.find(({ metadata }) => JSON.stringify(metadata) === wanted);
  if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
}

function toItsEnd(sending: Sending): Promise<void> {
  const { upload } = sending;
  return new Promise((resolve) => {
    Object.assign(upload.options, {
      onProgress(sent: number) {
        sending.sent = sent;
        changed();
      },
      onSuccess() {
        sending.sent = sending.size;
        sending.status = 'done';
        resolve();
      },
      onError(error: Error | DetailedError) {
        if (sending.status === 'sending') {
          sending.status = 'failed';
          sending.problem = explain(error);
        }
        resolve();
      },
    });
    upload.start();
  });
}

/** The problem document of the service, if that is what it answered. */
function explain(error: Error | DetailedError): string {
  const answer = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined;
  try {
    const { code, detail, title } = JSON.parse(answer ?? '') as Record<string, string>;
    return `${code}: ${detail ?? title}`;
  } catch {
    return 'The service did not answer. What it has of the file is kept for a day.';
  }
}
