import { readFileSync } from 'node:fs';

/** Stands in the package's own file alone; `dist` lies where `src` does. */
export function ownVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

export function versionCommand(): void {
  console.log(ownVersion());
}
