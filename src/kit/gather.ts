interface Waiting<CallT, AnswerT> {
  readonly call: CallT;
  readonly resolve: (answer: AnswerT) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Lets the calls of one turn of the event loop travel together.
 *
 * @param send yields an answer to each call, in their order; what it throws is thrown to each
 * @param portions splits what would be too much at once; portions are sent one after another, and
 *   one that fails does not harm the others
 */
export function gather<CallT, AnswerT>(
  send: (calls: readonly CallT[]) => Promise<readonly AnswerT[]>,
  portions: (calls: readonly CallT[]) => readonly (readonly CallT[])[] = (calls) => [calls],
): (call: CallT) => Promise<AnswerT> {
  let waiting: Waiting<CallT, AnswerT>[] = [];

  async function sendAll(): Promise<void> {
    const all = waiting;
    waiting = [];
    let sent = 0;
    for (const calls of portions(all.map(({ call }) => call))) {
      const callers = all.slice(sent, (sent += calls.length));
      try {
        const answers = await send(calls);
        callers.forEach(({ resolve }, i) => resolve(answers[i]!));
      } catch (error) {
        for (const { reject } of callers) reject(error);
      }
    }
  }

  return (call) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void sendAll());
      waiting.push({ call, resolve, reject });
    });
}
