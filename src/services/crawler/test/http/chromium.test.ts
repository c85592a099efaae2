/** The same answers in Chromium: what it shows the crawler reads, and the other way round. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchChromium, withoutChromium } from '#kit/testing/chromium.ts';
import { rawSite, refused, taken } from './raw-answers.ts';

/** Chromium takes these; for us a status has three digits from 100 on, and heads have an end. */
const onlyByChromium = ['endless 1xx', 'a status below 100', 'a status of four digits'];

test(
  'Chromium reads the answers that are read, and fails on those that are refused',
  { skip: withoutChromium },
  async (t) => {
    const shapes = new Map([
      ...Object.entries(taken),
      ...Object.entries(refused).map(([name, [shape]]) => [name, shape] as const),
    ]);
    const origin = await rawSite(t, (path) => {
      const shape = shapes.get(path.slice(1));
      if (shape !== undefined) return shape('<title>T</title>text', 'text/html');
      return path === '/' ? taken['plain']!('', 'text/html') : undefined;
    });
    const browser = await launchChromium();
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(origin);
    /** The title of an answer, or undefined when it cannot be read; in one page, which is faster. */
    const titles = await page.evaluate(
      async (names) => {
        const titleOf = async (name: string) => {
          const answer = await fetch(`/${encodeURIComponent(name)}`);
          const type = answer.headers.get('content-type') ?? '';
          if (!/(^|,\s*)text\/html[^,]*$/.test(type)) return undefined;
          return /<title>(.*)<\/title>/.exec(await answer.text())?.[1];
        };
        const found = names.map((name) => titleOf(name).catch(() => undefined));
        return Promise.all(found);
      },
      [...shapes.keys()],
    );
    const shown = [...shapes.keys()].filter((_, i) => titles[i] === 'T');
    assert.deepEqual(shown, [...Object.keys(taken), ...onlyByChromium]);
  },
);
