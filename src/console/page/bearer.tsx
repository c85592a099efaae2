/** The identity that this tab has for the services, once one of them has asked for a token. */
import { changeToken, forgetToken, useBearer } from './live/token.ts';

export function Bearer() {
  const { bearer, wasAsked } = useBearer();
  if (!wasAsked) return null;
  return (
    <div class="bearer">
      <span>{bearer ? `You are ${bearer.name}` : 'You gave no token'}</span>
      {bearer && <span class="note">scope: {bearer.scope || 'a user’s'}</span>}
      <button onClick={() => void changeToken()}>
        {bearer ? 'Use another token' : 'Give a token'}
      </button>
      {bearer && <button onClick={forgetToken}>Forget it</button>}
    </div>
  );
}
