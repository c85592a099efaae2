/** A real mail server, in a process of its own, that does what the test says. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#kit/testing/free-port.ts';

export interface Setup {
  /** Without it, the server knows no TLS. */
  readonly tls?: 'offered' | 'from the start';
  /** Without it, the server knows no logins; with it, it takes mails from nobody else. */
  readonly login?: { readonly user: string; readonly password: string };
}

export type Instruction =
  | { readonly kind: 'accept' }
  | {
      readonly kind: 'refuse';
      readonly stage: 'login' | 'recipient' | 'data';
      readonly code: number;
      readonly text: string;
    }
  /** Takes the mail and never says anything about it. */
  | { readonly kind: 'stall' }
  /** Takes the first part of the mail and is gone. */
  | { readonly kind: 'break off' };

export type Report =
  | { readonly kind: 'listening' }
  | { readonly kind: 'instructed' }
  /** A connection has named its recipient; and is gone. */
  | { readonly kind: 'began' | 'ended'; readonly recipient: string }
  /** Somebody has said a password; `isSecret`: by a connection under TLS. */
  | { readonly kind: 'login'; readonly isSecret: boolean }
  | Accepted;

interface Accepted {
  readonly kind: 'accepted';
  readonly to: string[];
  readonly mail: string;
  /** It came by a connection under TLS. */
  readonly isSecret: boolean;
}

export class MailServer {
  /** The mails that it has accepted, oldest first. */
  readonly mails: Accepted[] = [];
  /** Passwords it received, right or wrong: whether each came by a connection under TLS. */
  readonly logins: boolean[] = [];
  /** Connections so far. */
  attempts = 0;
  /** Most connections at once for one recipient so far. */
  maxOpen = 0;
  readonly #setup: Setup;
  readonly #open = new Map<string, number>();
  #child: ChildProcess | undefined;
  #instruction: Instruction = { kind: 'accept' };
  #port = 0;

  constructor(setup: Setup = {}) {
    this.#setup = setup;
  }

  /** With the login that it asks for. */
  get url(): string {
    const { tls, login } = this.#setup;
    const scheme = tls === 'from the start' ? 'smtps' : 'smtp';
    const url = new URL(`${scheme}://127.0.0.1:${this.#port}`);
    url.username = login?.user ?? '';
    url.password = encodeURIComponent(login?.password ?? '');
    return url.href;
  }

  /** Connections that are open now. */
  get open(): number {
    return [...this.#open.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Again on the same port, after it was killed. */
  async start(): Promise<void> {
    const file = new URL('./mail-server-process.ts', import.meta.url);
    this.#port ||= await freePort();
    this.#child = fork(file, [String(this.#port), JSON.stringify(this.#setup)]);
    this.#child.on('message', (report: Report) => this.#note(report));
    await once(this.#child, 'message');
  }

  /** As new, for another test. */
  async reset(): Promise<void> {
    await this.instruct({ kind: 'accept' });
    this.mails.length = this.logins.length = 0;
    this.attempts = this.maxOpen = 0;
  }

  /** Instructs the server from now on. */
  async instruct(instruction: Instruction): Promise<void> {
    const child = this.#child!;
    this.#instruction = instruction;
    child.send(instruction);
    await this.#until(child, ({ kind }) => kind === 'instructed');
  }

  /** Resolves when all reports have arrived. A report may arrive after the answer to the mail it is about. */
  caughtUp(): Promise<void> {
    return this.instruct(this.#instruction);
  }

  /** Resolves with the next report that fits. */
  async next(kind: Report['kind']): Promise<void> {
    await this.#until(this.#child!, (report) => report.kind === kind);
  }

  /** Listens throughout: several reports may arrive before who awaits one goes on. */
  #until(child: ChildProcess, fits: (report: Report) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const listen = (report: Report) => {
        if (!fits(report)) return;
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
    this.#open.clear();
  }

  #note(report: Report): void {
    if (report.kind === 'accepted') this.mails.push(report);
    if (report.kind === 'login') this.logins.push(report.isSecret);
    if (report.kind !== 'began' && report.kind !== 'ended') return;
    const { recipient, kind } = report;
    const open = (this.#open.get(recipient) ?? 0) + (kind === 'began' ? 1 : -1);
    this.#open.set(recipient, open);
    if (kind === 'ended') return;
    this.attempts++;
    this.maxOpen = Math.max(this.maxOpen, open);
  }
}
