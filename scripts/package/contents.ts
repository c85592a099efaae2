/** What the package holds, read as text. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const specifier =
  /\b(?:from|import)\s*\(?\s*(['"])((?:@[\w-]+\/)?[a-z\d][\w.-]*)(?:\/[^'"\n]*)?\1/g;

/** Names of the packages that built code and its types import. What is bundled for browsers imports none. */
export function importedPackages(dist: string): Set<string> {
  const exclude = ['console/page', '**/rapidoc.js'];
  const files = globSync('**/*.{js,d.ts}', { cwd: dist, exclude });
  const texts = files.map((file) => readFileSync(join(dist, file), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(specifier)].map(([, , name]) => name!)));
}
