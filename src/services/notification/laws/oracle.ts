/** Takes each step on two replicas, and compares with a model of a few lists. */
import assert from 'node:assert/strict';
import { pino } from 'pino';
import { fakeClock } from '#kit/testing/testing.ts';
import { keyLifetimeMs } from '#kit/web/idempotency-key.ts';
import { BatchMaker } from '../batches/maker.ts';
import { showBatch } from '../batches/begin.ts';
import { idNumber, isUndecided, type Ask, type Notification } from '../notification.ts';
import { Outbox } from '../outbox/outbox.ts';
import { batchIds } from '../schemas.ts';
import { send } from '../send.ts';
import type { SendResult } from '../senders/sender.ts';
import type { NotificationStore } from '../store/notification-store.ts';
import type { Config, Step } from './history.ts';
import { Outgoing } from './outgoing.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const leaseMs = 10_000;

/** A notification that was accepted. */
interface Item {
  readonly title: string;
  readonly user: string;
  readonly channel: Ask['channel'];
  readonly recipient: string;
  readonly urgent: boolean;
  /** Not before this instant, and then with what has the same window and instant. */
  readonly at: number;
  readonly window?: Window;
  readonly batch?: number;
  isGone: boolean;
  isOut: boolean;
}

interface Window {
  readonly endsAt: number;
}

const keyOf = (user: string, title: string) => `${user} ${title}`;

/** How a step's recipient is named, and known. */
function recipientOf({ channel, user, recipient }: Step) {
  if (channel === 'email') {
    const address = `${recipient}@shop.example`;
    return { name: address, members: { address } };
  }
  if (channel === 'in_app') return { name: `${user}`, members: {} };
  const endpoint = `https://push.example/${recipient}`;
  const keys = { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) };
  return { name: endpoint, members: { subscription: { endpoint, keys } } };
}

export class Oracle {
  readonly #config: Config;
  readonly #stores: readonly [NotificationStore, NotificationStore];
  readonly #clock = fakeClock();
  readonly #outgoing: Outgoing;
  readonly #replicas: readonly { outbox: Outbox; maker: BatchMaker; store: NotificationStore }[];
  readonly #items = new Map<string, Item>();
  readonly #windows = new Map<string, Window>();
  readonly #muted = new Set<string>();
  readonly #sent: { ask: Ask; key: string; n: number; at: number }[] = [];
  readonly #batches: number[] = [];
  #result: Step['result'];
  #count = 0;

  constructor(stores: readonly [NotificationStore, NotificationStore], config: Config) {
    this.#config = config;
    this.#stores = stores;
    this.#result = config.results[0]!;
    const { maxAttempts, retryMs } = config;
    this.#outgoing = new Outgoing(maxAttempts, retryMs);
    const clock = this.#clock;
    const sender = { send: async (one: Notification) => this.#attempt(one) };
    const senders = { email: sender, push: sender };
    const log = pino({ level: 'silent' });
    const limits = { maxAttempts, retryMs, timeoutMs: 5_000 };
    this.#replicas = stores.map((store) => ({
      store,
      outbox: new Outbox({ store, senders, clock, log, ...limits }),
      maker: new BatchMaker(store, clock, new AbortController().signal),
    }));
  }

  async begin(): Promise<void> {
    for (let user = 0; user < this.#config.users; user++) await this.#prefer(`${user}`);
  }

  async take(step: Step): Promise<void> {
    this.#clock.advance(step.afterMs);
    switch (step.act) {
      case 'tick':
        return this.#tick(step.via);
      case 'sender':
        this.#result = step.result;
        return undefined;
      case 'die':
        return this.#die(step);
      case 'mute':
        if (!this.#muted.delete(`${step.user}`)) this.#muted.add(`${step.user}`);
        return this.#prefer(`${step.user}`);
      case 'cancel':
        return this.#cancel(step);
      case 'repeat':
        return this.#repeat(step);
      case 'send to all':
      case 'join for all':
        return this.#sendToAll(step);
      default:
        return this.#send(step);
    }
  }

  /** Lets all that is left go out, and demands that it has. */
  async finish(): Promise<void> {
    this.#result = 'sent';
    await this.#tick(0);
    for (const ms of [10_000, minute, 10 * minute, hour, day, day, day]) {
      this.#clock.advance(ms);
      await this.#tick(0);
    }
    assert.equal(await this.#stores[1].pending(1_000 * day, this.#clock()), 0);
    for (const batch of this.#batches) await this.#checkBatch(batch);
  }

  async #prefer(user: string): Promise<void> {
    const channels = this.#muted.has(user) ? { email: false } : {};
    const { quiet } = this.#config;
    const hours = quiet && { quiet_hours: { timezone: 'UTC', ...quiet } };
    await this.#stores[0].putPreferences(user, { channels, categories: {}, ...hours });
  }

  async #send(step: Step): Promise<void> {
    const now = this.#clock();
    const { channel, urgent } = step;
    const to = recipientOf(step);
    const title = `${this.#count++}`;
    const user = `${step.user}`;
    const digest = { key: `${step.key}`, window_seconds: step.windowS };
    const ask: Ask = {
      user_id: user,
      channel,
      title,
      body: '',
      ...to.members,
      ...(urgent && { urgent }),
      ...(step.act === 'join' && { digest }),
      ...(step.act === 'send later' && { deliver_at: now + step.windowS * 1_000 }),
    };
    const own = `key ${title}`;
    if (!this.#isMuted(ask)) this.#accept(ask, to.name);
    const { notification, isNew } = await this.#sendVia(step.via, ask, own);
    assert.ok(isNew);
    assert.equal(notification.state === 'suppressed', this.#isMuted(ask));
    this.#sent.push({ ask, key: own, n: notification.n, at: now });
  }

  #sendVia(via: 0 | 1, ask: Ask, key: string) {
    const { store, outbox } = this.#replicas[via]!;
    const context = { store, outbox, repetition: { maxLooks: 0, pauseMs: 0 } };
    return send(context, ask, key, this.#clock());
  }

  async #sendToAll(step: Step): Promise<void> {
    const { channel, urgent } = step;
    const title = `${this.#count++}`;
    const digest = { key: `${step.key}`, window_seconds: step.windowS };
    const terms = { ...(urgent && { urgent }), ...(step.act === 'join for all' && { digest }) };
    const message = { channel, title, body: '', ...terms };
    const userIds = Array.from({ length: this.#config.users }, (_, i) => `${i}`);
    const { store, maker } = this.#replicas[step.via]!;
    const begun = await store.begin(message, { userIds }, undefined, this.#clock());
    assert.ok(begun.kind === 'new');
    this.#batches.push(begun.batch);
    for (const user_id of userIds) {
      const ask = { ...message, user_id };
      if (!this.#isMuted(ask)) this.#accept(ask, user_id, begun.batch);
    }
    await maker.run();
  }

  #isMuted({ user_id, channel }: Ask): boolean {
    return channel === 'email' && this.#muted.has(user_id);
  }

  /** The rules: when it may go out, and with what. */
  #accept(ask: Ask, recipient: string, batch?: number): void {
    const now = this.#clock();
    const { title, user_id: user, channel, urgent = false, digest, deliver_at } = ask;
    let window: Window | undefined;
    let at = Math.max(now, deliver_at ?? 0);
    if (digest) {
      const place = [user, channel, digest.key, channel === 'in_app' ? '' : recipient].join(' ');
      window = this.#windows.get(place);
      if (window === undefined || window.endsAt <= now) {
        window = { endsAt: now + digest.window_seconds * 1_000 };
      }
      this.#windows.set(place, window);
      at = window.endsAt;
    }
    if (!urgent && channel !== 'in_app') at = this.#afterQuiet(at);
    const isOut = channel === 'in_app' && window === undefined && at <= now;
    const item = { title, user, channel, recipient, urgent, at, isGone: false, isOut };
    const more = { ...(window && { window }), ...(batch !== undefined && { batch }) };
    this.#items.set(keyOf(user, title), { ...item, ...more });
  }

  #afterQuiet(at: number): number {
    const { quiet } = this.#config;
    if (quiet === undefined) return at;
    const [from, to] = [quiet.from, quiet.to].map((text) => {
      const [hours, minutes] = text.split(':').map(Number) as [number, number];
      return hours * hour + minutes * minute;
    }) as [number, number];
    const length = (to - from + day) % day;
    const since = (at - from) % day;
    return since < length ? at + length - since : at;
  }

  async #repeat({ via, nth }: Step): Promise<void> {
    const sent = this.#sent.at(-1 - nth);
    if (sent === undefined || this.#clock() >= sent.at + keyLifetimeMs) return;
    const before = await this.#stores[via].find(sent.n);
    if (before === undefined || isUndecided(before)) return;
    const { notification, isNew } = await this.#sendVia(via, sent.ask, sent.key);
    assert.deepEqual([isNew, idNumber(notification)], [false, sent.n]);
  }

  async #cancel({ via, nth }: Step): Promise<void> {
    const sent = this.#sent.at(-1 - nth);
    const item = sent && this.#items.get(keyOf(sent.ask.user_id, sent.ask.title));
    if (sent === undefined || item === undefined || item.isGone) return;
    const removed = await this.#stores[via].remove(sent.n, this.#clock());
    const { isOut, window, channel } = item;
    const isInInbox = isOut && channel === 'in_app' && window === undefined;
    const isGone = !isOut || isInInbox;
    const expected = isInInbox ? 'deleted' : 'cancelled';
    assert.equal(removed?.state === expected, isGone, `${sent.ask.title} is ${removed?.state}`);
    item.isGone = isGone;
  }

  async #die({ via, nth }: Step): Promise<void> {
    const now = this.#clock();
    const claimed = await this.#stores[via].claim(1 + nth, now + leaseMs, now);
    for (const one of claimed) {
      this.#begin(one);
      this.#outgoing.lose(one, now + leaseMs);
    }
  }

  #attempt(one: Notification): SendResult {
    this.#begin(one);
    const kind = this.#result;
    const result = kind === 'sent' ? { kind } : { kind, error: 'as the history says' };
    this.#outgoing.settle(one, result, this.#clock());
    return result;
  }

  #begin(one: Notification): void {
    if (!this.#outgoing.begin(one, this.#clock())) return;
    this.#goOut(one);
    const { user_id, channel, address, subscription } = one;
    const { recipient } = this.#items.get(keyOf(user_id, titlesOf(one)[0]!))!;
    const to = { email: address, push: subscription?.endpoint, in_app: undefined };
    assert.equal(to[channel] ?? user_id, recipient);
  }

  /** It goes to one recipient, in order, with all of its window, and neither early nor again. */
  #goOut(one: Notification): void {
    const { user_id, channel, urgent = false } = one;
    const titles = titlesOf(one);
    const parts = titles.map((title) => this.#items.get(keyOf(user_id, title))!);
    const [{ window, recipient }] = parts as [Item];
    for (const part of parts) {
      const { title, at, isGone, isOut } = part;
      assert.deepEqual([isGone, isOut], [false, false], `${title} goes out`);
      assert.ok(at <= this.#clock(), `${title} is early`);
      assert.deepEqual([part.channel, part.window], [channel, window]);
      if (channel !== 'in_app') assert.equal(part.recipient, recipient);
      part.isOut = true;
    }
    assert.equal(
      urgent,
      parts.some((part) => part.urgent),
    );
    assert.deepEqual(titles, [...new Set(titles)].toSorted(byNumber));
    const left = [...this.#items.values()].filter(
      (item) => item.window === window && item.at <= this.#clock() && !item.isOut && !item.isGone,
    );
    if (window === undefined) assert.equal(parts.length, 1);
    else
      assert.deepEqual(
        left.filter(({ at }) => at === parts[0]!.at),
        [],
      );
  }

  async #tick(via: 0 | 1): Promise<void> {
    const now = this.#clock();
    const { store, outbox, maker } = this.#replicas[via]!;
    await maker.run();
    while ((await store.ripen(3, now)).more);
    await outbox.repeatDue();
    await outbox.idle();
    this.#outgoing.checkNoneDue(now);
    for (let user = 0; user < this.#config.users; user++) await this.#checkInbox(`${user}`);
    for (const { title, at, isGone, isOut } of this.#items.values()) {
      assert.ok(at > now || isGone || isOut, `${title} does not go out`);
    }
    for (const batch of this.#batches) await this.#checkBatch(batch);
  }

  async #checkInbox(user: string): Promise<void> {
    const { notifications } = await this.#stores[1].inbox(user, Number.MAX_SAFE_INTEGER, 1_000);
    for (const one of notifications.toReversed()) {
      const isNew = !titlesOf(one).every((title) => this.#items.get(keyOf(user, title))!.isOut);
      if (isNew) this.#goOut(one);
    }
    const there = notifications.flatMap(titlesOf).toSorted(byNumber);
    const own = [...this.#items.values()].filter((item) => item.user === user);
    const expected = own.filter(({ channel, isOut, isGone }) => {
      return channel === 'in_app' && isOut && !isGone;
    });
    assert.deepEqual(
      there,
      expected.map(({ title }) => title),
    );
  }

  async #checkBatch(batch: number): Promise<void> {
    const { counts } = await showBatch(this.#stores[0], batchIds.format(batch), this.#clock());
    const own = [...this.#items.values()].filter((item) => item.batch === batch);
    const statuses = own.map((item) => this.#statusOf(item));
    const suppressed = this.#config.users - own.length;
    statuses.push(...Array.from({ length: suppressed }, () => 'suppressed'));
    const expected = Object.groupBy(statuses, (status) => status);
    const lengths = Object.entries(expected).map(([status, all]) => [status, all!.length]);
    assert.deepEqual(counts, Object.fromEntries(lengths));
  }

  #statusOf({ user, title, window, channel, isOut }: Item): string {
    if (window !== undefined) return 'digested';
    if (channel === 'in_app') return 'delivered';
    return isOut ? this.#outgoing.statusOf(user, title) : 'scheduled';
  }
}

const byNumber = (a: string, b: string) => Number(a) - Number(b);
const titlesOf = ({ title, items }: Notification) => items?.map((item) => item.title) ?? [title];
