/**
 * Lists what a query yields page by page, until a page is empty.
 *
 * @param read the page after `last`, or the first one
 */
export async function* pages<T>(
  read: (last: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  let last: T | undefined;
  for (;;) {
    const page = await read(last);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)!;
  }
}
