/** What a service refused, or why there was no answer, and what to do next. */
import { HawkerError } from '../../../client/index.ts';
import { changeToken, currentToken } from '../live/token.ts';

/** What another token may be allowed. */
const ofTokens = new Set(['AUTHENTICATION_REQUIRED', 'INVALID_TOKEN', 'FORBIDDEN']);

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
      {retry && <button onClick={retry}>Try again</button>}{' '}
      {isRefusal && ofTokens.has(error.code) && (
        <button type="button" onClick={() => void changeToken()}>
          {currentToken() === undefined ? 'Give a token' : 'Use another token'}
        </button>
      )}
    </div>
  );
}
