interface Waiting<CallT, AnswerT> {
  readonly call: CallT;
  readonly resolve: (answer: AnswerT) => void;
  readonly reject: (reason: unknown) => void;
}

export interface BatchOptions {
  /** How long a call waits for the batch before it to be answered, milliseconds. */
  readonly patience: number;
  /** Most calls in a batch. */
  readonly most: number;
}

/**
 * Lets calls travel together: those of one turn of the event loop, and those that arrive while the
 * batch before is under way (`gather` does not wait for those). So batches grow with the load, nobody
 * waits when there is none, and two batches of one process seldom contend for a row.
 *
 * @param send yields an answer to each call, in their order; what it throws is thrown to each
 */
export function batch<CallT, AnswerT>(
  send: (calls: readonly CallT[]) => Promise<readonly AnswerT[]>,
  { patience, most }: BatchOptions,
): (call: CallT) => Promise<AnswerT> {
  let waiting: Waiting<CallT, AnswerT>[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;

  function depart(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const callers = waiting.slice(0, most);
    waiting = waiting.slice(most);
    if (waiting.length > 0) timer = setTimeout(depart, patience);
    underWay++;
    void deliver(callers).finally(() => {
      underWay--;
      if (underWay === 0) depart();
    });
  }

  async function deliver(callers: readonly Waiting<CallT, AnswerT>[]): Promise<void> {
    try {
      const answers = await send(callers.map(({ call }) => call));
      callers.forEach(({ resolve }, i) => resolve(answers[i]!));
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (waiting.length > 1) return;
      if (underWay === 0) setImmediate(depart);
      else timer = setTimeout(depart, patience);
    });
}
