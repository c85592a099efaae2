/** Part of `npm run check`: each planted defect still has the text that it replaces, exactly once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listNames, readList } from './mutant-lists.ts';

const root = join(import.meta.dirname, '..');

for (const name of listNames) {
  const { folder, mutants } = await readList(name);
  for (const { rule, file, find } of mutants) {
    const count = readFileSync(join(root, folder, file), 'utf8').split(find).length - 1;
    if (count === 1) continue;
    console.error(`${folder}/${file}: the text of "${rule}" occurs ${count} times`);
    process.exitCode = 1;
  }
}
