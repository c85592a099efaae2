/**
 * `npm run screenshots`: lets the demo city live for a while, and takes a picture of every page of the
 * console, into docs/screenshots. The README shows three of them; the others are not committed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { pages } from '../src/console/pages.ts';
import { launchChromium } from '../src/kit/testing/chromium.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/screenshots');
/** How long the city lives before the first picture, and a page is open before its own, milliseconds. */
const [lifeMs, lookMs] = [90_000, 4_000];
/** The queries of pages that need one: the dispatch with more drivers is that of the hubs; a timeline needs a user. */
const queries: Readonly<Record<string, string>> = {
  '/services/dispatch': '?variant=dispatch-b',
  '/services/news-feed': '?user=ann',
};
const args = ['src/main.ts', 'demo', '--seed', '7', '--speed', '10', '--port-offset', '700'];

mkdirSync(folder, { recursive: true });
const demo = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const address = await consoleOf();
  console.log(`the city lives at ${address}; pictures in ${lifeMs / 1_000} s`);
  await wait(lifeMs);
  const browser = await launchChromium();
  for (const path of pages) await take(browser, address, path);
  await browser.close();
} finally {
  demo.kill('SIGTERM');
  await once(demo, 'exit');
}

async function consoleOf(): Promise<string> {
  for await (const line of createInterface({ input: demo.stdout })) {
    const [, address] = /^console\s+(http\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    // What it prints later must not fill the pipe.
    demo.stdout.resume();
    return address;
  }
  throw new Error('the demo ended before it had a console');
}

async function take(browser: Browser, address: string, path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
  const query = queries[path] ?? '';
  await page.goto(address + path + query);
  await page.waitForTimeout(lookMs);
  const name = path === '/' ? 'overview' : path.split('/').at(-1)!;
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
  console.log(`${name}.png`);
}
