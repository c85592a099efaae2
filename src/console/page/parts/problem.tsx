/** What a service refused, or why there was no answer, and what to do next. */
import { HawkerError } from '../../../client/index.ts';

export function Problem({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  const isRefusal = error instanceof HawkerError;
  return (
    <div class="problem" role="alert">
      {isRefusal ? (
        <>
          <code>{error.code}</code> {error.detail}
        </>
      ) : (
        <>The service did not answer: {error.message}</>
      )}{' '}
      {retry && <button onClick={retry}>Try again</button>}
    </div>
  );
}
