/** `npm run bench -- <name>` runs bench/<name>.ts. */
import { existsSync, readdirSync } from 'node:fs';

const [name = ''] = process.argv.slice(2);
const file = new URL(`./${name}.ts`, import.meta.url);
const helpers = new Set(['main.ts', 'harness.ts', 'bare.ts', 'terms.ts', 'news-feed-fill.ts']);

if (name !== '' && existsSync(file)) {
  await import(file.href);
} else {
  const names = readdirSync(new URL('.', import.meta.url))
    .filter((entry) => entry.endsWith('.ts') && !helpers.has(entry))
    .map((entry) => entry.replace('.ts', ''));
  console.error(`usage: npm run bench -- <name>; there are: ${names.join(', ')}`);
  process.exitCode = 1;
}
