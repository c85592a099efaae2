/** Lists that come in pages. */

/** A page of a list. Without `next_cursor` it is the last one. */
interface Page {
  readonly next_cursor?: string | null | undefined;
}

/**
 * Yields the pages of a list in their order. It reads a page when the loop asks for it, so a `break`
 * reads no further ones.
 *
 * @param read reads the page at a cursor; undefined: the first page
 * @throws whatever `read` throws
 */
export async function* pages<PageT extends Page>(
  read: (cursor: string | undefined) => Promise<PageT>,
): AsyncGenerator<PageT, void, undefined> {
  for (let cursor: string | undefined; ;) {
    const page = await read(cursor);
    yield page;
    cursor = page.next_cursor ?? undefined;
    if (cursor === undefined) return;
  }
}
