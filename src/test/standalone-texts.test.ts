/** Texts that a person reads alone: a title in a log, a help text on a dashboard. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withAllServices } from '../openapi.ts';

describe('a text that stands alone', () => {
  it('as the title of a refusal names its thing and its limit', async () => {
    const titles = await withAllServices(async ({ documents }) => {
      const text = [...documents.values()].map((document) => JSON.stringify(document())).join();
      // As in `LINK_EXPIRED: The link has expired; LINK_REVOKED: The link was revoked`.
      return [...text.matchAll(/\b[A-Z][A-Z_]{4,}: ([^;"]+)/g)].map(([, title]) => title!);
    });
    assert.ok(titles.length > 500, String(titles.length));
    const vague = /^It |\bas (many|much)\b|\bsuch an? .*(already|there)|than is counted|so many/;
    assert.deepEqual([...new Set(titles.filter((title) => vague.test(title)))], []);
  });

  it('as the help of a metric says what is counted', async () => {
    const helps = await withAllServices(async ({ console: address }) => {
      const text = await (await fetch(`${address}/metrics`)).text();
      return [...text.matchAll(/^# HELP hawker_\w+ (.+)$/gm)].map(([, help]) => help!);
    });
    assert.ok(helps.length > 100, String(helps.length));
    const vague =
      /\bthese\b|\bsuch (?!as )|\bamong those\b|\belse\b|^(It|They) |\bthose are not\b/i;
    assert.deepEqual(
      helps.filter((help) => vague.test(help)),
      [],
    );
  });
});
