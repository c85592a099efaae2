/** Every file, function and link that a README or a page of the documentation names exists. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';

const root = join(import.meta.dirname, '../..');
const pages = globSync('{*,{src,docs,bench,faults,deploy,scripts,generators}/**/*}.md', {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
}).toSorted();
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

interface Entry {
  readonly page: string;
  readonly line: number;
  /** A folder that the header of the column names: `store/sqlite/`. */
  readonly folder: string | undefined;
  /** Code spans of a cell, each with what stands before it. */
  readonly spans: readonly { readonly code: string; readonly before: string }[];
}

/** The cells of tables of rules, and of columns whose header says that they name files. */
function* entriesOf(page: string): Generator<Entry> {
  let columns: { at: number; folder: string | undefined }[] = [];
  let isInTable = false;
  for (const [i, line] of textOf(page).split('\n').entries()) {
    const cells = line.startsWith('|') ? line.split(/(?<!\\)\|/).slice(1, -1) : [];
    if (isInTable !== cells.length > 0) {
      isInTable = !isInTable;
      const ofRules = cells[0]?.trim() === 'rule';
      columns = cells.flatMap((cell, at) =>
        (ofRules && at > 0) || /^(file|test|tests|where)$/.test(cell.trim())
          ? [{ at, folder: /`([^`]+\/)`/.exec(cell)?.[1] }]
          : [],
      );
    } else {
      for (const { at, folder } of columns) {
        const matches = (cells[at] ?? '').matchAll(/([^`]*)`([^`]+)`/g);
        const spans = [...matches].map(([, before = '', code = '']) => ({ before, code }));
        if (spans.length > 0) yield { page, line: i + 1, folder, spans };
      }
    }
  }
}

const isFile = (code: string) =>
  /^[\w@./*-]+(\.(ts|tsx|lua|sql|sh|js|json|md|ya?ml|css)|\/\*?)$/.test(code);
/** `accept`, `#append`, `Client.follow`, `check()`; not a command, nor what an answer says. */
const isName = (code: string) => /^#?[A-Za-z_]\w*(\.\w+)*(\(\))?$/.test(code);

const sources = globSync('{src,docs,bench,faults,deploy,scripts}/**/*', { cwd: root }).map(
  (path) => `/${path}`,
);

/**
 * What a name may mean: a path from the folder of the page, or from that of the file before it; else
 * any file below the page with such an end, since editors find it by that.
 */
function find(code: string, page: string, further: readonly string[]): string[] {
  const near = [...further, dirname(page), '', 'src'];
  const exact = near.map((folder) => globSync(join(folder, code), { cwd: root }));
  const found = exact.find((paths) => paths.length > 0);
  if (found !== undefined) return found;
  const base = page.startsWith('src/') ? `/${dirname(page)}/` : '/';
  const end = `/${code.replace(/\/$/, '')}`;
  return sources
    .filter((path) => path.startsWith(base) && path.endsWith(end))
    .map((path) => path.slice(1));
}

/** All that a file says, or all files of a folder. */
function sourceOf(path: string): string {
  const full = join(root, path);
  if (!statSync(full).isDirectory()) return readFileSync(full, 'utf8');
  return readdirSync(full, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(full, file)).isFile())
    .map((file) => readFileSync(join(full, file), 'utf8'))
    .join('\n');
}

/** Whether a name is made there, rather than only used: declared, a member, a parameter, a tag. */
function declares(source: string, name: string): boolean {
  const declared = `(?:function\\*?|const|let|class|interface|type|local|TABLE|INDEX)\\s+(?:\\w+\\.)?${name}\\b`;
  const member = `^\\s*(?:(?:readonly|static|async|get|set)\\s+)*\\*?[#"']?${name}["']?\\s*[(<:=?,]`;
  const listed = `[{,([]\\s*${name}\\s*[,}:)=]|'${name}'|FUNCTION \\w+\\.${name}\\b`;
  return new RegExp([declared, member, listed].join('|'), 'm').test(source);
}

/** A function follows the file that has it; where several files stand together, one of them has it. */
function wrongIn({ page, line, folder, spans }: Entry): string[] {
  const wrong: string[] = [];
  let files: string[] = [];
  let isAfterFile = false;
  for (const { code, before } of spans) {
    if (isFile(code)) {
      const latest = files.at(-1);
      const further =
        latest === undefined ? [] : [dirname(latest), dirname(dirname(latest)), latest];
      const named = folder === undefined ? [] : [join(dirname(page), folder)];
      const paths = find(code, page, [...named, ...further]);
      const isTogether = isAfterFile && /^,? (and )?$/.test(before);
      if (paths.length === 0) wrong.push(`${page}:${line}: there is no ${code}`);
      files = isTogether ? [...files, ...paths] : paths;
    } else if (isName(code) && files.length > 0) {
      const source = files.map(sourceOf).join('\n');
      if (!code.match(/\w+/g)!.every((name) => declares(source, name))) {
        wrong.push(`${page}:${line}: there is no ${code} in ${files.join(', ')}`);
      }
    }
    isAfterFile = isFile(code);
  }
  return wrong;
}

const entries = pages.flatMap((page) => [...entriesOf(page)]);

it('every file and function that a table of rules names exists', () => {
  assert.ok(entries.length > 600);
  assert.deepEqual(entries.flatMap(wrongIn), []);
});

/** As GitHub and editors make them of headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

it('every link to a file, a folder or a heading leads there', () => {
  const wrong: string[] = [];
  let links = 0;
  for (const page of pages) {
    const text = textOf(page).replaceAll(/^```.*?^```/gms, '');
    for (const [, target = ''] of text.matchAll(/\]\(([^()\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(target)) continue;
      links++;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? join(root, page) : join(root, dirname(page), path);
      const isThere =
        existsSync(file) &&
        (anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).includes(anchor));
      if (!isThere) wrong.push(`${page}: ${target}`);
    }
  }
  assert.ok(links > 60);
  assert.deepEqual(wrong, []);
});
