/** The token that a person gave this tab. It is forgotten with the tab. */
const key = 'hawker-token';

type Asker = () => Promise<string | undefined>;

let ask: Asker = async () => undefined;
let asking: Promise<string | undefined> | undefined;
let isDeclined = false;

/** Undefined while none was needed. */
export const currentToken = (): string | undefined => sessionStorage.getItem(key) ?? undefined;

/** Says how a person is asked. */
export function setAsker(asker: Asker): void {
  ask = asker;
}

/** Asks once, whoever needs it meanwhile. Who declined is not asked again until the page is loaded anew. */
export async function askForToken(): Promise<string | undefined> {
  if (isDeclined) return undefined;
  try {
    asking ??= ask();
    const token = await asking;
    if (token === undefined) isDeclined = true;
    else sessionStorage.setItem(key, token);
    return token;
  } finally {
    asking = undefined;
  }
}
