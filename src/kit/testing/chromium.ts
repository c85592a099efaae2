/** The Chromium that tests, benchmarks and screenshots use. */
import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** The shell renders the same pages without the windows around them, for half of the processor time. */
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env['CHROMIUM'] ?? debian.find((path) => existsSync(path));

/** Why tests in a browser are left out; false where they run. */
export const withoutChromium =
  executablePath !== undefined && existsSync(executablePath)
    ? false
    : process.env['REQUIRE_BROWSER'] === '1'
      ? assert.fail('REQUIRE_BROWSER=1, and there is no Chromium: see CHROMIUM')
      : `there is no Chromium at ${executablePath ?? debian.join(' or ')}: see CHROMIUM`;

/** Starts a browser that asks no host but those of the pages it opens. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? debian.at(-1)!,
    // The default of 30 s is too short for a machine that is busy with other tests.
    timeout: 120_000,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
