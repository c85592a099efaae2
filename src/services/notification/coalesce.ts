interface Waiting<CallT, AnswerT> {
  readonly call: CallT;
  readonly resolve: (answer: AnswerT) => void;
  readonly reject: (reason: unknown) => void;
}

/** Calls that travel together at most. */
const portion = 256;

/**
 * Sends one portion of calls after another; what comes while one is under way waits for the next.
 * For steps that would only wait for each other in the database.
 *
 * @param send yields an answer to each call, in their order; what it throws is thrown to each
 */
export function coalesce<CallT, AnswerT>(
  send: (calls: readonly CallT[]) => Promise<readonly AnswerT[]>,
): (call: CallT) => Promise<AnswerT> {
  const waiting: Waiting<CallT, AnswerT>[] = [];
  let isSending = false;

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const callers = waiting.splice(0, portion);
      try {
        const answers = await send(callers.map(({ call }) => call));
        callers.forEach(({ resolve }, i) => resolve(answers[i]!));
      } catch (error) {
        for (const { reject } of callers) reject(error);
      }
    }
    isSending = false;
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (isSending) return;
      isSending = true;
      setImmediate(() => void sendAll());
    });
}
