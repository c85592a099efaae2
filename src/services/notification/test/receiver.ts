/** A real HTTP server, in a process of its own, that takes notifications as the test says. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { freePort } from '#kit/testing/free-port.ts';

export type Instruction =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Takes the request and says nothing until the next instruction to answer. */
  | { readonly kind: 'stall' }
  /** Goes on as before: everything received until now was reported before its answer. */
  | { readonly kind: 'look' };

export interface Received {
  readonly kind: 'received';
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Report =
  | { readonly kind: 'listening' }
  | { readonly kind: 'instructed' }
  /** A connection has ended. */
  | { readonly kind: 'closed' }
  | Received;

export class Receiver {
  readonly #received: Received[] = [];
  #child: ChildProcess | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/notify?key=1`;
  }

  /** Again on the same port, after it was killed. */
  async start(): Promise<void> {
    const file = new URL('./receiver-process.ts', import.meta.url);
    this.#port ||= await freePort();
    this.#child = fork(file, [String(this.#port)]);
    this.#child.on('message', (report: Report) => {
      if (report.kind === 'received') this.#received.push(report);
    });
    await once(this.#child, 'message');
  }

  /** From now on. */
  async instruct(instruction: Instruction): Promise<void> {
    const instructed = this.next('instructed');
    this.#child!.send(instruction);
    await instructed;
  }

  /** The requests that it has received so far, the oldest first. */
  async received(): Promise<readonly Received[]> {
    await this.instruct({ kind: 'look' });
    return [...this.#received];
  }

  forget(): void {
    this.#received.length = 0;
  }

  answer(status: number, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    return this.instruct({ kind: 'answer', status, headers });
  }

  /** Resolves with the next report of a kind. */
  next(kind: Report['kind']): Promise<void> {
    const child = this.#child!;
    return new Promise((resolve) => {
      const listen = (report: Report) => {
        if (report.kind !== kind) return;
        child.off('message', listen);
        resolve();
      };
      child.on('message', listen);
    });
  }

  async kill(): Promise<void> {
    const child = this.#child!;
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}
