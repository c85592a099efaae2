/** The problem codes that a document names. */

interface WithSharedAnswers {
  readonly components?: { readonly responses?: Record<string, object> };
}

/** The codes of answers that many operations refer to, and of requests that do not fit a schema. */
export function commonCodes(documents: readonly WithSharedAnswers[]): ReadonlySet<string> {
  const shared = documents.map(({ components }) => components?.responses ?? {});
  return new Set(['VALIDATION_FAILED', ...shared.flatMap(codesOf)]);
}

/** The values of each `code` in these answers. */
export function codesOf(answers: object): string[] {
  const found: string[] = [];
  JSON.stringify(answers, (key, value: unknown) => {
    const { enum: values } = (value ?? {}) as { enum?: string[] };
    if (key === 'code' && Array.isArray(values)) found.push(...values);
    return value;
  });
  return found;
}

/**
 * The codes that say something about this operation, in the order of their status.
 *
 * @param common codes that say nothing about an operation
 */
export function ownCodes(
  responses: Record<string, object>,
  common: ReadonlySet<string>,
): readonly string[] {
  const codes = Object.entries(responses).flatMap(([status, answer]) =>
    // RATE_LIMITED is common, but a service that limits requests itself uses it too.
    codesOf(answer).filter((code) => status === '429' || !common.has(code)),
  );
  return [...new Set(codes)];
}
