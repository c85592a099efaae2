import { Parser } from 'htmlparser2';

/** Elements and texts. */
const maxNodes = 50_000;
/** Elements in one another; browsers stop at 512. */
const maxDepth = 256;

/**
 * Returns whether a page is small enough for the libraries that make its text: their time grows with
 * the square of its nodes, and with more than that of its depth. It takes one pass over the page.
 */
export function isWithinBounds(html: string): boolean {
  let nodes = 0;
  let depth = 0;
  let isWithin = true;
  const parser = new Parser({
    onopentag: () => check(++depth),
    onclosetag: () => void depth--,
    ontext: () => check(depth),
  });
  function check(depthNow: number) {
    if (++nodes <= maxNodes && depthNow <= maxDepth) return;
    isWithin = false;
    parser.pause();
  }
  parser.end(html);
  return isWithin;
}
