import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openapiDocuments } from '../openapi.ts';
import { ticketDocument } from '#kit/web/identity/ticket-route.ts';

interface Operation {
  readonly summary?: string;
  readonly description?: string;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
}

/** An operation, and how a failure names it. */
interface Named extends Operation {
  readonly service: string;
  readonly path: string;
  readonly name: string;
}

const operations = await allOperations();

async function allOperations(): Promise<Named[]> {
  const documents = [...(await openapiDocuments())].map(
    ([file, content]) => [file.replace('.json', ''), JSON.parse(content) as Document] as const,
  );
  return [...documents, ['tickets', ticketDocument() as Document] as const].flatMap(
    ([document, { paths }]) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { summary, description }]) => ({
          ...(summary !== undefined && { summary }),
          ...(description !== undefined && { description }),
          // Operators find both documents of a service as one.
          service: document.replace(/-console$/, ''),
          path,
          name: `${method} ${path} of ${document}`,
        })),
      ),
  );
}

/** The imperatives that begin summaries. Add a verb only if none of these says the same. */
const verbs = new Set(
  (
    'Accept Add Adjust Apply Assign Begin Buy Call Cancel Change Check Claim Close Comment ' +
    'Compare Complete Confirm Continue Count Create Delete Download Draw End Enter Explain ' +
    'Export Extend Find Follow Give Hide Issue Join Leave List Load Make Mark Mute Open Pause ' +
    'Post Publish React Read Redirect Reject Release Remove Rename Replace Replay Report ' +
    'Reserve Reset Restore Return Revoke Search Send Set Share Shorten Show Start Stop Store Submit ' +
    'Subscribe Trace Train Unhide Unmute Unsubscribe Upload'
  ).split(' '),
);

it('every operation has a summary: an imperative phrase of two to eight words', () => {
  assert.ok(operations.length > 200);
  for (const { summary = '', name } of operations) {
    const words = summary.split(' ');
    assert.ok(words.length >= 2 && words.length <= 8, `${name}: ${summary}`);
    assert.ok(verbs.has(words[0]!.replace(',', '')), `${name}: ${summary}`);
    assert.match(summary, /^[^.!?:]+[^.!?:,;]$/, name);
  }
});

it('no two operations of a service have the same summary', () => {
  const seen = new Map<string, string>();
  for (const { service, summary = '', name } of operations) {
    const key = `${service} ${summary.toLowerCase()}`;
    assert.equal(seen.get(key), undefined, `${name}: ${summary}`);
    seen.set(key, name);
  }
});

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''));

it('a summary says more than the path', () => {
  const articles = ['a', 'an', 'the', 'of', 'to', 'for', 'in', ''];
  for (const { summary = '', path, name } of operations) {
    const known = new Set([...wordsOf(path), ...articles]);
    const news = wordsOf(summary).filter((word) => !known.has(word));
    assert.ok(news.length > 0, `${name}: ${summary}`);
  }
});

it('a description is made of whole sentences', () => {
  for (const { description, name } of operations) {
    if (description === undefined) continue;
    assert.match(description, /^[`A-Z][^]*\.$/, name);
  }
});

it('a search in summaries and descriptions finds polygon, purchase limit and webhook', () => {
  const found = (text: string) =>
    operations
      .filter(({ summary, description }) =>
        `${summary} ${description}`.toLowerCase().includes(text),
      )
      .map(({ name }) => name);
  assert.ok(found('polygon').includes('post /admin/hubs of geo'));
  assert.ok(found('purchase limit').includes('post /flash-sale/checkout of flash-sale'));
  assert.ok(found('webhook').includes('post /crawl of crawler'));
});
