import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/kit/testing/free-port.ts';
import { root } from './harness.ts';

/** A site of `sections` × 1,000 pages, on the second core. */
export async function startSite(sections: number) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), SECTIONS: String(sections) };
  const args = ['-c', '1', process.execPath, 'bench/peers/crawl-site.ts'];
  const child = spawn('taskset', args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('the site ended');
    await sleep(50);
  }
  return { url, stop: () => child.kill() };
}
