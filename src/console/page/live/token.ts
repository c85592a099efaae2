/** The token that a person gave this tab. It is forgotten with the tab. */
import { useEffect, useReducer } from 'preact/hooks';

const key = 'hawker-token';

/** @param refusal why an earlier token was not accepted */
type Asker = (refusal: string | undefined) => Promise<string | undefined>;

let ask: Asker = async () => undefined;
let asking: Promise<string | undefined> | undefined;
let isDeclined = false;
const watchers = new Set<(token: undefined) => void>();

/** Undefined while none was needed. */
export const currentToken = (): string | undefined => sessionStorage.getItem(key) ?? undefined;

/** Says how a person is asked. */
export function setAsker(asker: Asker): void {
  ask = asker;
}

/** Asks once, however many callers need a token. A user who declined is asked again only on request. */
export async function askForToken(): Promise<string | undefined> {
  if (isDeclined) return undefined;
  return askOnce(async () => {
    const token = currentToken();
    const refusal = token && (await refusalOf(token));
    const given = await askForGood(refusal);
    isDeclined = given === undefined;
    keep(given);
    for (const watch of watchers) watch(undefined);
    return given;
  });
}

/** Asks for another token. Pages read everything again with it. */
export async function changeToken(): Promise<void> {
  const given = await askOnce(() => askForGood(undefined));
  if (given === undefined) return;
  keep(given);
  location.reload();
}

export function forgetToken(): void {
  keep(undefined);
  location.reload();
}

async function askOnce(start: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await (asking ??= start());
  } finally {
    asking = undefined;
  }
}

/** Asks until a token is good, or a person goes on without. */
async function askForGood(earlier: string | undefined): Promise<string | undefined> {
  let refusal = earlier;
  for (;;) {
    const token = await ask(refusal);
    refusal = token && (await refusalOf(token));
    if (refusal === undefined) return token;
  }
}

/** Why a token is not good. Without an answer nothing is known of it, and the next request tells. */
async function refusalOf(token: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch('/caller', { headers }).catch(() => undefined);
  if (answer?.status === 401) return ((await answer.json()) as { detail: string }).detail;
  if (!answer?.ok) return undefined;
  const { kind } = (await answer.json()) as { kind: string };
  // Without an issuer, the one token that means something is that of the operator.
  return kind === 'anyone' ? 'it is not the ADMIN_TOKEN of this process' : undefined;
}

function keep(token: string | undefined): void {
  if (token === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, token);
}

export interface Bearer {
  /** The token's `sub`; `ADMIN_TOKEN`, which says nothing of itself, by its name. */
  readonly name: string;
  readonly scope: string;
}

/** Returns whose token the tab has, and whether one was needed at all. */
export function useBearer(): { readonly bearer: Bearer | undefined; readonly wasAsked: boolean } {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    watchers.add(redraw);
    return () => void watchers.delete(redraw);
  }, []);
  const token = currentToken();
  const bearer = token === undefined ? undefined : bearerOf(token);
  return { bearer, wasAsked: isDeclined || token !== undefined };
}

/** The user who has given a token. Services and operators act for anybody. */
export function currentUser(): string | undefined {
  const token = currentToken();
  if (token === undefined) return undefined;
  const { name, scope } = bearerOf(token);
  return /\b(service|admin)\b/.test(scope) ? undefined : name;
}

/** What a token says of itself. The services check it, not the page. */
function bearerOf(token: string): Bearer {
  try {
    const bytes = Uint8Array.fromBase64(token.split('.')[1] ?? '', { alphabet: 'base64url' });
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as { sub: string; scope?: string };
    return { name: claims.sub, scope: claims.scope ?? '' };
  } catch {
    return { name: 'ADMIN_TOKEN', scope: 'service admin' };
  }
}
