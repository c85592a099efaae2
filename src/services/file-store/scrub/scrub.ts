/** Compares what is stored with what is recorded, byte by byte, while the service may run. */
import { createHash } from 'node:crypto';
import { Refusal } from '#kit/web/problem.ts';
import { nameOf, type Content, type ContentStore } from '../contents/contents-store.ts';
import type { ScrubRecord } from './record.ts';

/** How many contents are read from the record at once. */
const pageSize = 500;

export type Finding =
  /** Needed, and not there. */
  | { readonly problem: 'missing'; readonly name: string }
  /** Needed, and other bytes than were uploaded; `reason` says what is wrong. */
  | { readonly problem: 'corrupt'; readonly name: string; readonly reason: string }
  /** There, and known to no record. */
  | { readonly problem: 'orphan'; readonly name: string }
  /** The record counts its own references wrongly. */
  | {
      readonly problem: 'miscounted';
      readonly content: number;
      readonly refs: number | null;
      readonly found: number;
    }
  /** A file or folder that is not where it can be found. */
  | { readonly problem: 'misplaced'; readonly item: string; readonly reason: string };

export interface Report {
  /** Contents whose bytes were read, and how many these are. */
  readonly contents: number;
  readonly bytes: number;
  readonly problems: number;
}

/**
 * @param onFinding called with each finding when it is made
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function scrub(
  record: ScrubRecord,
  contents: ContentStore,
  onFinding: (finding: Finding) => void,
): Promise<Report> {
  let problems = 0;
  const found = (finding: Finding) => {
    problems++;
    onFinding(finding);
  };
  const read = await verifyContents(record, contents, found);
  await findOrphans(record, contents, found);
  for (const { id: content, ...counts } of await record.miscounted()) {
    found({ problem: 'miscounted', content, ...counts });
  }
  for (const { item, reason } of await record.misplaced()) {
    found({ problem: 'misplaced', item, reason });
  }
  return { ...read, problems };
}

async function verifyContents(
  record: ScrubRecord,
  contents: ContentStore,
  found: (finding: Finding) => void,
): Promise<Pick<Report, 'contents' | 'bytes'>> {
  let [count, bytes] = [0, 0];
  let page: Content[] = [];
  do {
    page = await record.contents(page.at(-1)?.id ?? 0, pageSize);
    for (const content of page) {
      count++;
      bytes += content.size;
      const finding = await verify(contents, content);
      // It may have been deleted since the page was read.
      if (finding && (await record.expects(content))) found(finding);
    }
  } while (page.length === pageSize);
  return { contents: count, bytes };
}

async function verify(contents: ContentStore, content: Content): Promise<Finding | undefined> {
  const name = nameOf(content);
  try {
    const bytes = await contents.open(content);
    if (!bytes) return { problem: 'missing', name };
    const digest = createHash('sha256');
    for await (const chunk of bytes) digest.update(chunk);
    const hash = digest.digest('hex');
    if (hash === content.hash) return undefined;
    return { problem: 'corrupt', name, reason: `the hash is ${hash}` };
  } catch (error) {
    // A store that is away says nothing about the content.
    if (error instanceof Refusal) throw error;
    return { problem: 'corrupt', name, reason: (error as Error).message };
  }
}

/** A content is on record before its bytes are stored, and until after they are deleted. */
async function findOrphans(
  record: ScrubRecord,
  contents: ContentStore,
  found: (finding: Finding) => void,
): Promise<void> {
  for await (const { name, key } of contents.list()) {
    if (key && (await record.knows(key))) continue;
    // It may have been deleted since it was listed.
    if (key && (await contents.sizeOf(key)) === undefined) continue;
    found({ problem: 'orphan', name });
  }
}
