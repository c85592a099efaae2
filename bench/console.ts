/**
 * The console's page on a slow laptop, and what it costs the process: bytes of the first load, time until the
 * page and the reference can be used with the processor throttled to a quarter, frames while ten thousand rows
 * and markers move, and processor time of the process with pages open and without.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { createHawker, type Hawker } from '../src/client/index.ts';
import { portVariableName } from '../src/kit/host/env.ts';
import { serviceNames } from '../src/services.ts';
import { launchChromium, withoutChromium } from '../src/kit/testing/chromium.ts';
import { freePort } from '../src/kit/testing/free-port.ts';
import { isQuick, median, startServer, withFolder, type Server } from './lib/harness.ts';

const loads = isQuick ? 1 : 7;
const costSeconds = isQuick ? 1 : 30;
/** Rows, and markers. */
const many = isQuick ? 100 : 10_000;
/** Drivers that say each second where they are. */
const moving = isQuick ? 10 : 1_000;
const framesMs = isQuick ? 500 : 10_000;

/** Where the reference shows the service with the largest document. */
const reference = '/reference#?route=tag--file-store';

if (withoutChromium === false) {
  await withFolder(async (folder) => {
    const box = await startAll(folder);
    const browser = await launchChromium();
    try {
      // The first one has it bundled, in a checkout.
      await firstLoad(browser, `${box.url}/`);
      const paths = ['/', '/services/flash-sale', '/services/dispatch', reference];
      for (const path of paths) {
        const runs = [];
        for (let i = 0; i < loads; i++) runs.push(await firstLoad(browser, box.url + path));
        const kib = median(runs.map(({ bytes }) => bytes)) / 1_024;
        const ms = median(runs.map((run) => run.ms));
        console.log(`${path.padEnd(36)} ${kib.toFixed(1)} KiB, usable after ${ms.toFixed(0)} ms`);
      }
      await cost(browser, box);
      const hawker = createHawker({ baseUrl: box.url });
      await framesOfRows(browser, box, hawker);
      await framesOfMarkers(browser, box, hawker);
    } finally {
      await browser.close();
      await box.stop();
    }
  });
} else console.log(`${withoutChromium}; nothing to measure`);

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
  if (url.endsWith(reference)) {
    await page.getByRole('heading', { name: 'file-store', exact: true }).waitFor();
  } else {
    await page.locator('main h1').waitFor();
    await page.locator('nav .dot.ready').first().waitFor();
  }
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

/** A folder of many files, scrolled by the wheel from its first to its last. */
async function framesOfRows(browser: Browser, box: Server, { fileStore }: Hawker) {
  await inTurns(many, (i) => fileStore.upload('a', { name: `file ${i}`, owner_id: 'ann' }));
  const page = await browser.newPage();
  await page.goto(`${box.url}/services/file-store`);
  const list = page.getByRole('region', { name: `${many.toLocaleString('en-US')} items` });
  await list.hover();
  const steps = Math.floor(framesMs / 16);
  const height = await list.evaluate((element) => element.scrollHeight);
  const frames = await framesWhile(page, async () => {
    for (let i = 0; i < steps; i++) await page.mouse.wheel(0, height / steps);
  });
  console.log(`${many} rows, scrolled to the end: ${frames}`);
  await page.close();
}

/** A map of many drivers, dragged about while some of them move. */
async function framesOfMarkers(browser: Browser, box: Server, { dispatchA }: Hawker) {
  const report = (i: number) =>
    dispatchA.reportLocation({
      driver_id: `driver ${i}`,
      lat: 1.25 + Math.random() / 5,
      lng: 103.7 + Math.random() / 5,
    });
  await inTurns(many, report);
  const page = await browser.newPage();
  await page.goto(`${box.url}/services/dispatch`);
  await page.getByText(`${many.toLocaleString('en-US')} drivers`).waitFor();
  const { x, y, width, height } = (await page.locator('.map').boundingBox())!;
  const [left, top] = [x + width / 2, y + height / 2];
  const frames = await framesWhile(page, async () => {
    const end = performance.now() + framesMs;
    for (let second = 0; performance.now() < end; second++) {
      const reports = inTurns(moving, (i) => report((second * moving + i) % many));
      const turnEnd = performance.now() + 1_000;
      await page.mouse.move(left, top);
      await page.mouse.down();
      for (let i = 0; performance.now() < turnEnd; i++) {
        await page.mouse.move(left + 80 * Math.sin(i / 10), top + 40 * Math.cos(i / 10));
      }
      await page.mouse.up();
      await reports;
    }
  });
  console.log(`${many} markers, dragged while ${moving} of them move each second: ${frames}`);
  await page.close();
}

/** Calls `act` for 0 to `count` - 1, 32 at a time. */
async function inTurns(count: number, act: (i: number) => PromiseLike<unknown>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: 32 }, work));
}

/** From one frame to the next, while something is done. A screen that keeps up shows one each 16.7 ms. */
async function framesWhile(page: Page, act: () => Promise<void>): Promise<string> {
  await page.evaluate(`
    globalThis.frames = [];
    let last = performance.now();
    const frame = (now) => {
      globalThis.frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  `);
  await act();
  const seen: number[] = await page.evaluate('globalThis.frames');
  const frames = seen.toSorted((a, b) => a - b);
  const at = (share: number) => `${frames[Math.floor((frames.length - 1) * share)]!.toFixed(1)} ms`;
  return `a frame each ${at(0.5)} (p95 ${at(0.95)}, p99 ${at(0.99)}, worst ${at(1)})`;
}
