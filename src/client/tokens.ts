/** The token that requests carry. */

/**
 * A function is asked for the first request, and again once what it gave is refused. Undefined: without
 * a token, as long as none is demanded.
 */
export type Token = string | (() => string | undefined | Promise<string | undefined>);

export class Tokens {
  readonly #token: Token | undefined;
  /** Requests that come together ask once. */
  #asked: Promise<string | undefined> | undefined;

  constructor(token: Token | undefined) {
    this.#token = token;
  }

  async current(): Promise<string | undefined> {
    const token = this.#token;
    if (typeof token !== 'function') return token;
    const asked = (this.#asked ??= Promise.resolve().then(token));
    try {
      return await asked;
    } catch (error) {
      this.#forget(asked);
      throw error;
    }
  }

  /**
   * Has the function be asked again, unless somebody else has done that since.
   *
   * @returns whether there may be another token now
   */
  async renew(refused: string | undefined): Promise<boolean> {
    if (typeof this.#token !== 'function') return false;
    const asked = this.#asked;
    if ((await asked?.catch(() => refused)) === refused) this.#forget(asked);
    return true;
  }

  #forget(asked: Promise<string | undefined> | undefined): void {
    if (this.#asked === asked) this.#asked = undefined;
  }
}
