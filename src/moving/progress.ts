/** Says now and then how far an export or an import is. */

const everyMs = 2_000;
/** Rows between two looks at the clock. */
const looksEvery = 1_000;

export class Progress {
  #rows = 0;
  #last = performance.now();
  readonly #service: string;
  readonly #tell: (line: string) => void;

  constructor(service: string, tell: (line: string) => void) {
    this.#service = service;
    this.#tell = tell;
  }

  get rows(): number {
    return this.#rows;
  }

  row(): void {
    this.#rows++;
    if (this.#rows % looksEvery !== 0 || performance.now() - this.#last < everyMs) return;
    this.#last = performance.now();
    this.#tell(`${this.#service}: ${this.#rows} rows …`);
  }
}
