/**
 * Fails on words and word orders that make a text read like a translation, in code, documents and names of tests.
 * CONTRIBUTING, "Texts", explains the rules. They have no exceptions.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** A comment, a docstring, a list entry, a quoted text, or the end of the sentence before. */
const opening = /(?:^|\/\*\*? |\/\/ |^\s*\* |-- |# |[-*>] |['"`]|[.:!] )/.source;

const rules: readonly Rule[] = [
  {
    pattern: /\/\*\*\s+(?:\* )?(?:Of|To|For|That)\s/gm,
    instead: 'begin with a verb, or with a noun and its article',
  },
  {
    pattern: new RegExp(`${opening}(?:Who|Whoever|Whose|Whom)\\s(?![^.]*\\?)`, 'gm'),
    instead: 'name the person or the thing',
  },
  {
    pattern:
      /(?<!\b[Tt]here (?:\w+ )?)\b(?:is|are|was|were|be|been) no (?!longer\b|more\b|less\b|fewer\b)/g,
    instead: 'is not a …, does not …',
  },
  { pattern: /\bis no more\b/g, instead: 'is no longer …' },
  { pattern: /\banew\b/gi, instead: 'again' },
  { pattern: /\bmeanwhile\b/gi, instead: 'in the meantime, concurrently, during …' },
  { pattern: /\bthe own\b/gi, instead: 'its own, their own' },
  {
    pattern: /\b(?:is|are|was|were|be|been) looked (?!up\b|after\b)/g,
    instead: 'X looks at …, reads …, checks …',
  },
  { pattern: /\bneeds not\b/g, instead: 'does not need' },
];

const root = resolve(import.meta.dirname, '..');
const text =
  /\.(?:ts|tsx|js|mjs|md|lua|sql|sh|json|ya?ml|html|css|service)$|(?:^|\/)(?:Caddyfile|run|LICENSE)$/;
/** A landed migration is never edited, not even in its comments: see CONTRIBUTING. */
const migration = /\/sql\/\d{4}-[^/]+\.sql$/;
const isWritten = (file: string) =>
  text.test(file) && !file.endsWith('package-lock.json') && !migration.test(file);

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => isWritten(file) && file !== 'scripts/check-words.ts');

let count = 0;
for (const file of files) {
  const content = readFileSync(join(root, file), 'utf8');
  for (const { pattern, instead } of rules) {
    for (const { index, 0: found } of content.matchAll(pattern)) {
      const line = content.slice(0, index + found.length).split('\n').length;
      console.error(`${file}:${line}: "${found.replace(/\s+/g, ' ').trim()}": ${instead}`);
      count++;
    }
  }
}
if (count > 0) {
  console.error(`${count} places: see "Texts" in CONTRIBUTING.md`);
  process.exitCode = 1;
}
