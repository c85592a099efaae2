import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '#kit/testing/rubbish.ts';
import { Refusal } from '#kit/web/problem.ts';
import { parseBulk } from './bulk-body.ts';

const parse = (text: string) => parseBulk(Buffer.from(text));
const isRefused = (error: unknown) =>
  error instanceof Refusal && error.code === 'VALIDATION_FAILED';

/** The result of the plain parser: the links, or undefined when the body is not a list of them. */
function expected(text: string): unknown[] | undefined {
  try {
    const links = (JSON.parse(text) as { links?: unknown } | null)?.links;
    const isList = Array.isArray(links) && links.length > 0 && links.length <= 1_000;
    return isList ? (links as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

async function check(text: string): Promise<void> {
  const links = expected(text);
  if (links === undefined) return assert.rejects(parse(text), isRefused);
  assert.deepEqual((await parse(text)).links, links);
}

const json = fc.jsonValue({ maxDepth: 3 });

test('a body yields what the plain parser yields', () => {
  const link = fc.oneof(fc.record({ url: fc.webUrl(), tags: fc.array(anyText()) }), json);
  const links = fc.oneof(fc.array(link), json);
  const body = fc.record({ links, place: json, x: json }, { requiredKeys: [] });
  return fc.assert(
    fc.asyncProperty(body, fc.constantFrom(0, 2), (value, space) =>
      check(JSON.stringify(value, undefined, space)),
    ),
  );
});

test('what is not JSON is refused, wherever it is broken', () => {
  const body = JSON.stringify({ links: [{ url: 'a', tags: ['{', '\\"'] }, 1, [{}], {}], x: [{}] });
  const place = fc.nat({ max: body.length });
  const more = fc.constantFrom('', '{', '}', '[', ']', '"', ',', '\\', '{}', '0', '{"place":0}');
  return fc.assert(
    fc.asyncProperty(place, fc.nat({ max: 2 }), more, (at, removed, added) =>
      check(body.slice(0, at) + added + body.slice(at + removed)),
    ),
    { numRuns: 1_000 },
  );
});

test('a byte order mark is left out, and what is not UTF-8 is refused, as in other bodies', async () => {
  assert.deepEqual(await parse('\ufeff{"links":["tea"]}'), { links: ['tea'] });
  await assert.rejects(parseBulk(Buffer.from('{"links":["\xff"]}', 'latin1')), isRefused);
});

test('an entry of more than 1 MiB is refused, as is a body with too much beside the links', async () => {
  const large = 'a'.repeat(1024 * 1024);
  await assert.rejects(parse(JSON.stringify({ links: [{ url: large }] })), isRefused);
  await assert.rejects(parse(JSON.stringify({ links: [{}], x: large })), isRefused);
  await check(
    JSON.stringify({ links: Array.from({ length: 3 }, () => ({ url: large.slice(100) })) }),
  );
});
