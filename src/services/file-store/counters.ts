import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { FileStore } from './store/file-store.ts';
import type { Removal } from './store/trash.ts';

/** The counters for the business questions about a file store. */
const counters = {
  uploads: { help: 'Files and versions stored' },
  uploaded_bytes: { help: 'Bytes of the files and versions stored' },
  resumable_uploads: { help: 'Resumable uploads finished; each counts as an upload, too' },
  links: { help: 'Links made' },
  downloads: { help: 'Downloads begun, ranges included' },
  trashed: { help: 'Files, and folders with what is in them, that were put into the trash' },
  restored: { help: 'Files and folders that came back from the trash' },
  changes: { help: 'Other changes of files and folders, by what was done', label: 'what' },
} as const;

/** Registers the counters, and returns what counts the steps of the store and the downloads. */
export function registerCounters(metrics: Metrics, name: string) {
  const count = metrics.counters(name, counters);
  const uploaded = (file: Awaited<ReturnType<FileStore['appendVersion']>>) => {
    if (typeof file === 'string') return;
    count.uploads();
    count.uploaded_bytes(file.size);
  };
  const removed = (result: string, { restorableUntil }: Partial<Removal> = {}) => {
    if (result !== 'removed') return;
    count.changes('removed');
    if (restorableUntil !== undefined) count.trashed();
  };
  const moved = (item: object | string) => {
    if (typeof item !== 'string') count.changes('moved');
  };
  const files: StepCounts<FileStore> = {
    createFolder(folder) {
      if (typeof folder !== 'string') count.changes('folder');
    },
    moveFile: moved,
    moveFolder: moved,
    share(result) {
      if (result === 'shared') count.changes('shared');
    },
    unshare(isKnown) {
      if (isKnown) count.changes('unshared');
    },
    revokeLink(isKnown) {
      if (isKnown) count.changes('revoked');
    },
    createFile: uploaded,
    appendVersion: uploaded,
    finishUpload(file) {
      if (typeof file === 'string') return;
      count.resumable_uploads();
      uploaded(file);
    },
    createLink(link) {
      if (typeof link !== 'string') count.links();
    },
    deleteFile: (result) => removed(result),
    removeFile: (result, _id, removal) => removed(result, removal),
    removeFolder: (result, _id, removal) => removed(result, removal),
    restore: (parentId) => {
      if (parentId !== undefined) count.restored();
    },
    discard(isKnown) {
      if (isKnown) count.changes('discarded');
    },
  };
  return { files, downloaded: () => count.downloads() };
}
