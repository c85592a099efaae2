/** Calls that travel together: one statement, script or transaction serves many callers. */

interface Waiting<CallT, AnswerT> {
  readonly call: CallT;
  readonly resolve: (answer: AnswerT) => void;
  readonly reject: (reason: unknown) => void;
}

interface BatchOptions<CallT> {
  /** Most calls in a batch; the rest makes the next one. */
  readonly maxSize?: number;
  /**
   * With it, a call waits up to this long for the batch under way to end. Batches then grow with
   * the load, and two batches of one process seldom contend for a row. Without it, the
   * calls of one turn of the event loop leave at the end of that turn.
   */
  readonly timeoutMs?: number;
  /**
   * Splits a batch into parts that are sent one after another; one that fails harms no other. It must
   * not throw.
   */
  readonly split?: (calls: readonly CallT[]) => readonly (readonly CallT[])[];
}

/**
 * Makes a function of one call out of a function of many.
 *
 * @param send yields an answer to each call, in their order; what it throws is thrown to each
 */
export function batch<CallT, AnswerT>(
  send: (calls: readonly CallT[]) => Promise<readonly AnswerT[]>,
  { maxSize = Infinity, timeoutMs, split = (calls) => [calls] }: BatchOptions<CallT> = {},
): (call: CallT) => Promise<AnswerT> {
  let waiting: Waiting<CallT, AnswerT>[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;

  function sendWaiting(): void {
    clearTimeout(timer);
    const callers = waiting.slice(0, maxSize);
    waiting = waiting.slice(maxSize);
    if (callers.length === 0) return;
    underWay++;
    if (waiting.length > 0) schedule();
    void sendParts(callers).finally(() => {
      underWay--;
      if (timeoutMs !== undefined && underWay === 0) sendWaiting();
    });
  }

  function schedule(): void {
    const mustWait = timeoutMs !== undefined && underWay > 0;
    if (mustWait) timer = setTimeout(sendWaiting, timeoutMs);
    else setImmediate(sendWaiting);
  }

  async function sendParts(callers: readonly Waiting<CallT, AnswerT>[]): Promise<void> {
    let sent = 0;
    for (const part of split(callers.map(({ call }) => call))) {
      await sendPart(callers.slice(sent, (sent += part.length)), part);
    }
  }

  async function sendPart(
    callers: readonly Waiting<CallT, AnswerT>[],
    calls: readonly CallT[],
  ): Promise<void> {
    try {
      const answers = await send(calls);
      callers.forEach(({ resolve }, i) => resolve(answers[i]!));
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (waiting.length === 1) schedule();
    });
}
