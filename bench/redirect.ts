/** Redirects: 10,000 codes, embedded store, against a bare Fastify route. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  interleave,
  startBare,
  startService,
  withFolder,
  type Server,
  rounds,
  seconds,
  setting,
} from './lib/harness.ts';

const mappings = setting('BENCH_LINKS', 10_000, 500);

await withFolder(async (folder) => {
  const servers: Server[] = [];
  try {
    servers.push(await startBare());
    const shortener = await startService('url-shortener', 'url-shortener, embedded', {
      DATA_DIR: folder,
    });
    servers.push(shortener);
    const file = join(folder, 'codes');
    writeFileSync(file, (await shorten(shortener.url)).join('\n'));
    const load = { connections: 64, seconds, script: 'redirect.lua', args: [file] };
    await interleave(servers, load, rounds);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});

/** Makes the codes, a few at a time. */
async function shorten(base: string): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < mappings) {
    const batch = Array.from({ length: 100 }, async (_, i) => {
      const url = `https://example.com/some/long/path?with=query&number=${codes.length + i}`;
      const body = JSON.stringify({ url });
      const response = await fetch(`${base}/shorten`, { method: 'POST', body });
      const { data } = (await response.json()) as { data: { code: string } };
      return data.code;
    });
    codes.push(...(await Promise.all(batch)));
  }
  return codes;
}
