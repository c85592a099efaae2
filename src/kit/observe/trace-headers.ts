let outgoing: () => Readonly<Record<string, string>> = () => ({});

/** Headers for a request that we send on behalf of one that we answer: `traceparent`, with traces. */
export const traceHeaders = (): Readonly<Record<string, string>> => outgoing();

export function setTraceHeaders(headers: typeof outgoing): void {
  outgoing = headers;
}
