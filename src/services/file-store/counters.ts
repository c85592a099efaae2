import { afterSteps } from '#kit/host/counters.ts';
import type { Metrics } from '#kit/host/metrics.ts';
import type { FileStore } from './store/store.ts';

/** What the business asks of a file store. */
const counters = {
  uploads: { help: 'Files and versions stored' },
  uploaded_bytes: { help: 'Bytes of these files and versions' },
  downloads: { help: 'Downloads begun, ranges included' },
} as const;

/** Counts what the steps of the store yield. Yields what counts a download. */
export function countUploads(files: FileStore, metrics: Metrics, name: string): () => void {
  const count = metrics.counters(name, counters);
  const uploaded = (file: Awaited<ReturnType<FileStore['appendVersion']>>) => {
    if (typeof file === 'string') return;
    count.uploads();
    count.uploaded_bytes(file.size);
  };
  afterSteps(files, { createFile: uploaded, appendVersion: uploaded });
  return () => count.downloads();
}
