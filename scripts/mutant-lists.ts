/** The lists of planted defects: see docs/adr/0023. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * The tests that must fail (files or globs, parted by blanks), the file of each defect, and the defects
 * by the rule that they break. Paths are relative to the service's folder, or to src/kit and src/client.
 */
export type Planted = Record<string, Record<string, Record<string, Defect>>>;

interface Defect {
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
}

export interface Mutant extends Defect {
  rule: string;
  file: string;
  tests: string[];
}

const lists = join(import.meta.dirname, 'mutants');

/** The names of all lists: the services, `kit` and `client`. */
export const listNames = readdirSync(lists).map((file) => basename(file, '.ts'));

/** Returns the defects of a list, and the folder that their paths start from. */
export async function readList(name: string): Promise<{ folder: string; mutants: Mutant[] }> {
  const { default: planted } = (await import(join(lists, `${name}.ts`))) as { default: Planted };
  const folder = name === 'kit' || name === 'client' ? `src/${name}` : `src/services/${name}`;
  const mutants = Object.entries(planted).flatMap(([tests, files]) =>
    Object.entries(files).flatMap(([file, defects]) =>
      Object.entries(defects).map(([rule, defect]) => ({
        rule,
        file,
        tests: tests.split(' '),
        ...defect,
      })),
    ),
  );
  return { folder, mutants };
}
