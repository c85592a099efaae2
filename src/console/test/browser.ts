/** What tests of the page share: the running product, and a real browser that looks at it. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import axe from 'axe-core';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from 'playwright-core';
import type { Environment } from '#kit/host/env.ts';
import { launchChromium } from '#kit/testing/chromium.ts';
import { startProcess, type TestProcess } from '#kit/testing/process.ts';
import { eventually, temporaryFolder, type Ends } from '#kit/testing/testing.ts';
import { serviceNames } from '../../services.ts';

export interface Looking {
  /** The console's address. */
  readonly address: string;
  readonly product: TestProcess;
  readonly browser: Browser;
  /** A new tab; what it reports as an error fails the file. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  /** The same, of another process. */
  readonly openAt: (
    address: string,
    path: string,
    options?: BrowserContextOptions,
  ) => Promise<Page>;
}

/** The browser of all files that run in this process. */
let shared: Promise<Browser> | undefined;
after(async () => (await shared)?.close());

/**
 * Starts all services before the tests of a file, and ends them, and closes the pages, after them. Every
 * error that a page reports, and every request of it that leaves this machine, fails the file.
 *
 * @param more variables of the start; what a function starts for them ends with the services
 */
export function lookAtProduct(
  more: Environment | ((t: Ends) => Promise<Environment>) = {},
): Looking {
  const ends: (() => unknown)[] = [];
  const t: Ends = { after: (end) => void ends.push(end) };
  const complaints: string[] = [];
  let product: TestProcess | undefined;
  let browser: Browser | undefined;
  before(async () => {
    const env = typeof more === 'function' ? await more(t) : more;
    product = await startProcess(t, serviceNames, { DATA_DIR: temporaryFolder(), ...env });
    browser = await (shared ??= launchChromium());
  });
  // A page of a test that is over would go on drawing what happens.
  let kept: readonly BrowserContext[] = [];
  beforeEach(() => {
    kept = browser!.contexts();
  });
  afterEach(async () => {
    const ended = browser!.contexts().filter((context) => !kept.includes(context));
    await Promise.all(ended.map((context) => context.close()));
  });
  after(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
    await product?.end('SIGTERM');
    for (const end of ends.toReversed()) await end();
    assert.deepEqual(complaints, []);
  });
  return {
    get address() {
      return product!.addresses['console']!;
    },
    get product() {
      return product!;
    },
    get browser() {
      return browser!;
    },
    open(path, options) {
      return this.openAt(this.address, path, options);
    },
    async openAt(address, path, options = {}) {
      const context = await browser!.newContext({ locale: 'en-GB', ...options });
      // Ends a test that waits in vain; a busy machine takes a minute for a page.
      context.setDefaultTimeout(200_000);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(`${path}: ${error.stack ?? error.message}`));
      page.on('console', (message) => {
        const text = message.text();
        // The browser reports each refusal as well: the pages show them.
        if (message.type() === 'error' && !text.startsWith('Failed to load resource')) {
          complaints.push(`${path}: ${text}`);
        }
      });
      page.on('request', (request) => {
        const url = request.url();
        const isOwn = /^(data|blob):/.test(url) || url.startsWith(address);
        if (!isOwn) complaints.push(`${path}: asks ${url}`);
      });
      await page.goto(address + path);
      return page;
    },
  };
}

/** Resolves once a page has come, and nothing that it asked for is still to come. */
export async function untilShown(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.locator('h1').waitFor();
  await main.locator('.coming').waitFor({ state: 'detached' });
  await main.getByText('Asking').first().waitFor({ state: 'detached' });
}

/** Writes as a person does: a click waits until the field is shown, and keys alone do not. */
export async function write(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.pressSequentially(text);
}

/** What axe finds wrong with a page, one line each. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated from outside, the page's Content-Security-Policy does not apply.
  await page.evaluate(axe.source);
  const { violations: found } = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] })",
  )) as axe.AxeResults;
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/**
 * Resolves once a page fits into its window, so that nobody has to scroll sideways. What is drawn on a
 * canvas follows a window that becomes narrower a frame later.
 *
 * @throws Error naming the elements that are too wide
 */
export async function expectFits(page: Page): Promise<void> {
  let wide: string[] = [];
  const fits = async () => {
    wide = (await page.evaluate(tooWide)) as string[];
    return wide.length === 0;
  };
  await eventually(fits).catch((cause: unknown) => {
    throw new Error(`too wide: ${wide.join('\n')}`, { cause });
  });
}

/** Fails for what is not wholly inside the window. */
export async function expectInSight(element: Locator): Promise<void> {
  const { y, height } = (await element.boundingBox())!;
  const window = element.page().viewportSize()!;
  assert.ok(y >= 0 && y + height <= window.height, `it is at ${y} of ${window.height}`);
}

/** Elements beyond the right edge, when the page can be scrolled there; evaluated in the page. */
const tooWide = `document.documentElement.scrollWidth <= innerWidth ? [] : [
  ...document.querySelectorAll('main *'),
].filter((element) => element.getBoundingClientRect().right > innerWidth)
  .map((element) => element.outerHTML.slice(0, 100))`;
