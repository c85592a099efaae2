/** Output without a reader: `head -1` has read its line, or `tee` was interrupted. */

/** The reader has closed the pipe, or the terminal is gone. */
const lost = new Set(['EPIPE', 'EIO']);

/**
 * Keeps the process running when the reader of its output goes away, which would otherwise end it with
 * a stack trace in the middle of its work.
 *
 * @param onLost called each time that a line of the standard output finds no reader
 */
export function outliveReaders(onLost = () => {}): void {
  const unlessLost = (then: () => void) => (error: NodeJS.ErrnoException) => {
    if (!lost.has(error.code ?? '')) throw error;
    then();
  };
  process.stdout.on('error', unlessLost(onLost));
  process.stderr.on(
    'error',
    unlessLost(() => {}),
  );
}
