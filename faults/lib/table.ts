/** The table of results, as it stands in docs/faults.md. */
import type { Result } from './run.ts';

const head = [
  'scenario',
  'done',
  'refused',
  'no answer',
  'longest time to heal',
  'lost',
  'doubled',
];

export function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ scenario, done, refused, unanswered, healMs, lost, doubled }) => [
    scenario.summary,
    String(done),
    String(refused),
    String(unanswered),
    `${(healMs / 1000).toFixed(1)} s`,
    String(lost),
    String(doubled),
  ]);
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)));
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`;
  const rule = widths.map((width, i) =>
    i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [lineOf(head), lineOf(rule), ...rows.map(lineOf)].join('\n');
}

/** Replaces the one table of a page. */
export function withTable(page: string, table: string): string {
  return page.replace(/^\| scenario[^]*?(?=\n(?!\|))/m, () => table);
}
