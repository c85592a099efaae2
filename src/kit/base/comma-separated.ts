/** The entries of a list in a variable. */
export function commaSeparated(list: string): string[] {
  const entries = list.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}
