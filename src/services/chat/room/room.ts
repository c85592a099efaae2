/** A room on this replica: its clients, and what they are sent. */
import type { Logger } from 'pino';
import { ephemeralTypes, type Event, type Message, type Signal } from '../store/message.ts';
import type { ChatStore, Follower } from '../store/chat-store.ts';
import { type Client, closeCodes } from './client.ts';
import { Deliveries } from './deliveries.ts';
import { messageFrames, textFrame } from './frames.ts';
import { Recovery } from './recovery.ts';

/** Somebody on the way in. */
export interface Arrival {
  readonly user: string;
  /** End of the ban, milliseconds since the epoch; undefined until it is known, or without one. */
  bannedUntil: number | undefined;
}

export class Room implements Follower {
  readonly name: string;
  readonly clients = new Set<Client>();
  /** Those of them that asked for events. */
  readonly #listeners = new Set<Client>();
  /** Connections of each user. */
  readonly #users = new Map<string, number>();
  /** A kick that comes before they are clients holds for them, too. */
  readonly arrivals = new Set<Arrival>();
  readonly #store: ChatStore;
  readonly #onResumed: (room: Room) => void;
  readonly #recovery: Recovery;
  readonly #deliveries = new Deliveries();
  /** Connections in the room or on their way in. Without any the hub removes the room. */
  connections = 0;
  #opened: Promise<void> | undefined;

  /** @param onResumed called when signals may have been missed */
  constructor(
    name: string,
    store: ChatStore,
    log: Logger,
    onResumed: (room: Room) => void = () => {},
  ) {
    this.name = name;
    this.#store = store;
    this.#onResumed = onResumed;
    this.#recovery = new Recovery(name, store, log, {
      send: (messages) => this.#send(messages),
      goBack: (seq) => this.#deliveries.add([...this.clients], (client) => client.goBack(seq)),
    });
  }

  /** Resolves when the clients have been sent what came here. */
  get delivered(): Promise<void> {
    return this.#deliveries.delivered;
  }

  /**
   * Resolves when messages arrive here, so that a client that joins then misses none.
   *
   * @throws Refusal STORE_UNAVAILABLE; it may be opened again
   */
  open(): Promise<void> {
    return (this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    }));
  }

  async #open(): Promise<void> {
    await this.#store.follow(this.name, this);
    await this.#recovery.recover();
  }

  /** @param since replays what is kept after this `seq`; undefined: nothing */
  async join(client: Client, since: number | undefined): Promise<void> {
    this.clients.add(client);
    this.#users.set(client.user, this.connectionsOf(client.user) + 1);
    if (client.events) this.#listeners.add(client);
    if (since === undefined) return;
    await client.replay(since, (after, limit) => this.#store.history(this.name, after, limit));
  }

  /** @returns whether it was here: a client that was removed has left before its connection closes */
  leave(client: Client): boolean {
    if (!this.clients.delete(client)) return false;
    this.#listeners.delete(client);
    const connections = this.connectionsOf(client.user) - 1;
    if (connections > 0) this.#users.set(client.user, connections);
    else this.#users.delete(client.user);
    return true;
  }

  connectionsOf(user: string): number {
    return this.#users.get(user) ?? 0;
  }

  get users(): Iterable<string> {
    return this.#users.keys();
  }

  messages(messages: readonly Message[]): void {
    this.#recovery.messages(messages);
  }

  /** Messages and signals may have been missed. */
  resumed(): void {
    this.#onResumed(this);
    this.#recovery.readAgain();
  }

  /** @throws Refusal STORE_UNAVAILABLE */
  check(): Promise<void> {
    return this.#recovery.check();
  }

  signals(signals: readonly Signal[]): void {
    // A message must not come after its deletion.
    const isAfter = signals.some(({ event }) => event.type === 'deleted');
    if (isAfter) this.#recovery.afterMessages(() => this.#signal(signals));
    else this.#signal(signals);
  }

  kicked(user: string, bannedUntil: number | undefined): number {
    for (const arrival of this.arrivals) {
      if (arrival.user === user && bannedUntil !== undefined) arrival.bannedUntil = bannedUntil;
    }
    const clients = [...this.clients].filter((client) => client.user === user);
    for (const client of clients) client.remove(closeCodes.kicked, 'kicked');
    return clients.length;
  }

  #send(messages: readonly Message[]): void {
    if (messages.length === 0 || this.clients.size === 0) return;
    const frames = messageFrames(messages);
    this.#deliveries.add([...this.clients], (client) => client.deliver(messages, frames));
  }

  #signal(signals: readonly Signal[]): void {
    if (this.#listeners.size === 0) return;
    const { lasting = [], ephemeral = [] } = Object.groupBy(signals, ({ event }) =>
      isEphemeral(event) ? 'ephemeral' : 'lasting',
    );
    const listeners = [...this.#listeners];
    if (lasting.length > 0) {
      // In one write, as messages.
      const frames = Buffer.concat(lasting.map(eventFrame));
      this.#deliveries.add(listeners, (client) => client.signal(frames, lasting.length));
    }
    if (ephemeral.length === 0 || this.#deliveries.isFull) return;
    const frames = ephemeral.map((signal) => ({ from: signal.from, frame: eventFrame(signal) }));
    this.#deliveries.add(listeners, (client) => {
      for (const { from, frame } of frames) if (client.id !== from) client.signalIfIdle(frame);
    });
  }
}

const isEphemeral = ({ type }: Event) => (ephemeralTypes as readonly string[]).includes(type);

const eventFrame = ({ event }: Signal) => textFrame(JSON.stringify(event));
