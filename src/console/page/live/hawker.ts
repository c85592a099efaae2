/** The client that all pages share, with the token of this tab. */
import { createHawker } from '../../../client/index.ts';
import { askForToken, currentToken } from './token.ts';

let asked = 0;

/** No answer is a refusal like any other, so that every form shows it. */
async function fetchOrRefuse(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    const detail = 'Nothing answers. What was asked may have been done all the same: look first.';
    const problem = {
      title: 'The process does not answer',
      status: 503,
      code: 'NO_ANSWER',
      detail,
    };
    const headers = { 'content-type': 'application/problem+json' };
    return new Response(JSON.stringify(problem), { status: 503, headers });
  }
}

export const hawker = createHawker({
  baseUrl: location.origin,
  fetch: fetchOrRefuse,
  // The client asks for the first request, and again when a service refuses what it got.
  token: () => (asked++ === 0 ? currentToken() : askForToken()),
});
