/**
 * The console's page on a slow laptop, and what it costs the process: bytes of the first load, time until it
 * can be used with the processor throttled to a quarter, frames while ten thousand rows and markers move,
 * and processor time of the process with pages open and without.
 */
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { portVariableName } from '../src/kit/host/env.ts';
import { serviceNames } from '../src/services.ts';
import { freePort, isQuick, median, startServer, withFolder, type Server } from './lib/harness.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const loads = isQuick ? 1 : 7;
const costSeconds = isQuick ? 1 : 30;

if (existsSync(executablePath)) {
  await withFolder(async (folder) => {
    const box = await startAll(folder);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      // The first one has it bundled, in a checkout.
      await firstLoad(browser, `${box.url}/`);
      for (const path of ['/', '/services/flash-sale', '/services/dispatch']) {
        const runs = [];
        for (let i = 0; i < loads; i++) runs.push(await firstLoad(browser, box.url + path));
        const kib = median(runs.map(({ bytes }) => bytes)) / 1_024;
        const ms = median(runs.map((run) => run.ms));
        console.log(`${path.padEnd(24)} ${kib.toFixed(1)} KiB, usable after ${ms.toFixed(0)} ms`);
      }
      await cost(browser, box);
    } finally {
      await browser.close();
      await box.stop();
    }
  });
} else console.log('chromium is not installed: nothing to measure');

/** All services, on the first core; the browser has the other one as well. */
async function startAll(folder: string): Promise<Server> {
  const port = await freePort();
  const ports = serviceNames.map((name) => [portVariableName(name), '0']);
  const env = { ...Object.fromEntries(ports), CONSOLE_PORT: String(port), DATA_DIR: folder };
  const none = { STORE_ADDR: '', DATABASE_URL: '' };
  return startServer(
    'all services',
    ['src/main.ts'],
    { ...env, ...none },
    `http://127.0.0.1:${port}`,
  );
}

/** With an empty cache and a quarter of the processor. */
async function firstLoad(browser: Browser, url: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Network.enable');
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  const began = performance.now();
  await page.goto(url);
  await page.locator('main h1').waitFor();
  await page.locator('nav .dot.ready').first().waitFor();
  const ms = performance.now() - began;
  await context.close();
  return { bytes, ms };
}

/** Cores that the process keeps busy while pages are open, and while none is. */
async function cost(browser: Browser, box: Server) {
  const busy = async () => {
    const before = box.cpu();
    await wait(costSeconds * 1_000);
    return ((box.cpu() - before) / (costSeconds * 1_000_000)) * 100;
  };
  await wait(3_000);
  const idle = await busy();
  const pages: Page[] = [];
  for (const path of ['/', '/services/flash-sale']) {
    const page = await browser.newPage();
    await page.goto(box.url + path);
    pages.push(page);
  }
  await wait(3_000);
  const open = await busy();
  console.log(
    `process with no page ${idle.toFixed(2)} % of a core, with ${pages.length} open ${open.toFixed(2)} %`,
  );
}
