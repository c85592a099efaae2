/** The client that all pages share, with the token of this tab. */
import { createHawker } from '../../../client/index.ts';
import { askForToken, currentToken } from './token.ts';

let asked = 0;

export const hawker = createHawker({
  baseUrl: location.origin,
  // The client asks for the first request, and again when a service refuses what it got.
  token: () => (asked++ === 0 ? currentToken() : askForToken()),
});
