/**
 * A ticket opens one stream or WebSocket in place of a token, for clients that cannot set headers:
 * proxies log URLs, and a token in a URL would be in those logs. A ticket contains its buyer, encrypted
 * with a key that processes share, so each process accepts the tickets of the others.
 */
import { CompactEncrypt, compactDecrypt } from 'jose';
import { nanoid } from 'nanoid';
import { hkdfSync, randomBytes } from 'node:crypto';
import type { Bearer } from './caller.ts';
import { invalidToken } from './tokens.ts';

/** How long a ticket is good, milliseconds. */
const lifetimeMs = 30_000;

const sealing = { alg: 'dir', enc: 'A256GCM' } as const;

export interface Ticket {
  readonly ticket: string;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
}

interface Content {
  readonly id: string;
  readonly expiresAt: number;
  /** JSON has no Infinity: a caller without an end has null. */
  readonly caller: Omit<Bearer, 'endsAt'> & { readonly endsAt: number | null };
}

export interface UsedTickets {
  /**
   * Adds a ticket.
   *
   * @returns false if it was used already
   * @throws Refusal STORE_UNAVAILABLE
   */
  add(id: string, expiresAt: number, now: number): boolean | Promise<boolean>;
}

export class Tickets {
  readonly #key: Uint8Array;
  #used: UsedTickets = new UsedHere();

  /** @param secret shared by all processes; undefined: tickets are good in this process only */
  constructor(secret: string | undefined) {
    const material = secret ?? randomBytes(32);
    this.#key = new Uint8Array(hkdfSync('sha256', material, '', 'hawker tickets', 32));
  }

  /** Keeps used tickets where other processes look, too. */
  share(used: UsedTickets): void {
    this.#used = used;
  }

  async sell(caller: Bearer, now: number): Promise<Ticket> {
    const expiresAt = Math.min(now + lifetimeMs, caller.endsAt);
    const content = Buffer.from(JSON.stringify({ id: nanoid(), expiresAt, caller }));
    const sealed = new CompactEncrypt(content).setProtectedHeader(sealing);
    return { ticket: await sealed.encrypt(this.#key), expires_at: expiresAt };
  }

  /**
   * Uses up a ticket.
   *
   * @returns its buyer
   * @throws Refusal INVALID_TOKEN, STORE_UNAVAILABLE
   */
  async use(ticket: string, now: number): Promise<Bearer> {
    const { id, expiresAt, caller } = await this.#open(ticket);
    if (now >= expiresAt) throw invalidToken('the ticket has expired');
    const isFirstUse = await this.#used.add(id, expiresAt, now);
    if (!isFirstUse) throw invalidToken('the ticket was used already');
    return { ...caller, endsAt: caller.endsAt ?? Infinity };
  }

  async #open(ticket: string): Promise<Content> {
    try {
      const { plaintext } = await compactDecrypt(ticket, this.#key, {
        keyManagementAlgorithms: [sealing.alg],
        contentEncryptionAlgorithms: [sealing.enc],
      });
      return JSON.parse(Buffer.from(plaintext).toString()) as Content;
    } catch {
      throw invalidToken('the ticket is not known here');
    }
  }
}

/** The tickets that this process alone has taken. */
class UsedHere implements UsedTickets {
  /** The ids of tickets that have not expired, with their expiry; the first used comes first. */
  readonly #used = new Map<string, number>();

  add(id: string, expiresAt: number, now: number): boolean {
    if (this.#used.has(id)) return false;
    this.#forgetExpired(now);
    this.#used.set(id, expiresAt);
    return true;
  }

  #forgetExpired(now: number): void {
    for (const [id, expiresAt] of this.#used) {
      if (now < expiresAt) break;
      this.#used.delete(id);
    }
  }
}
