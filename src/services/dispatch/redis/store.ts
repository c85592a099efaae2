/** The shared store. Each method of the port is one Lua script, hence one indivisible step. */
import { command, loadScript, openRedis, storeError, type RedisConnection } from '#kit/redis.ts';
import type { IdleDriver } from '../matching.ts';
import { batching, heardWithin, sources, type OrderState, type RuleSet } from '../rules.ts';
import { defaultSpeedKmh } from '../score.ts';
import {
  limits,
  type AcceptOutcome,
  type Answer,
  type AnswerRefused,
  type Assignment,
  type AssignmentState,
  type Batch,
  type DispatchStore,
  type Driver,
  type DriverMove,
  type HandOutcome,
  type Hub,
  type MoveOutcome,
  type NewOrder,
  type Offers,
  type Order,
  type Proposal,
  type RefuseOutcome,
  type Report,
  type Submitted,
  type Watcher,
} from '../store.ts';

type Scalar = string | number;
/** What of an order never changes. */
type Doc = Omit<NewOrder, 'batchId'> & { readonly submittedAt: number };

/** @throws StartupError when nothing answers at `address` */
export async function openRedisStore(
  address: string,
  prefix: string,
  rules: RuleSet,
): Promise<DispatchStore> {
  const redis = await openRedis(address);
  // A connection that subscribes does nothing else.
  const subscriber = await openRedis(address).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  return new RedisDispatch(redis, subscriber, prefix, rules);
}

class RedisDispatch implements DispatchStore {
  readonly #redis: RedisConnection;
  readonly #subscriber: RedisConnection;
  readonly #tag: string;
  readonly #rules: RuleSet;
  readonly #scripts;
  #watcher: Watcher | undefined;

  constructor(redis: RedisConnection, subscriber: RedisConnection, prefix: string, rules: RuleSet) {
    this.#redis = redis;
    this.#subscriber = subscriber;
    this.#rules = rules;
    // "dispatch-a" with the prefix of this deployment in front.
    this.#tag = `{${rules.name.replace('dispatch', prefix)}}`;
    const file = (name: string) => new URL(`./${name}.lua`, import.meta.url);
    const json = rulesOf(rules);
    const script = <ReplyT>(name: string) => {
      const run = loadScript<ReplyT>(redis, file('lib'), file(name));
      return (now: number, ...args: Scalar[]) => run([this.#tag], [json, now, ...args]);
    };
    this.#scripts = {
      submit: script<[known: 0 | 1, doc: string, batch: string, estimate: number]>('submit'),
      report: loadScript<null>(redis, file('report')),
      move: script<string[]>('move'),
      accept: script<[kind: string, doc?: string]>('accept'),
      refuse: script<[kind: string, value?: Scalar, order?: OrderState]>('refuse'),
      takeBatch: script<string[] | null>('take-batch'),
      idleDrivers: script<string[]>('idle-drivers'),
      offer: script<number>('offer'),
      due: script<0 | 1>('due'),
      hand: script<HandOutcome>('hand'),
      forget: script<0 | 1>('forget'),
      orders: script<Scalar[][]>('orders'),
    };
    subscriber.on('smessage', (_channel: string, driver: string) => this.#watcher?.changed(driver));
    subscriber.on('ready', () => void this.#subscribe());
  }

  async submit(order: NewOrder, now: number): Promise<Submitted> {
    const { batchId, ...rest } = order;
    const doc: Doc = { ...rest, submittedAt: now };
    const text = JSON.stringify(doc);
    const reply = await this.#scripts.submit(now, order.orderId, text, batchId);
    const [known, kept, batch, estimate] = reply;
    const { dispatchId }: Doc = JSON.parse(kept);
    return { dispatchId, batchId: batch, estimate, repeated: known === 1 };
  }

  async report(report: Report, now: number): Promise<void> {
    const { driverId, lat, lng, cell, speedKmh, maxOrders } = report;
    const { idle, offline = '' } = this.#rules;
    const place = [driverId, lat, lng, cell];
    const optional = [speedKmh ?? '', maxOrders ?? '', defaultSpeedKmh];
    await this.#scripts.report([this.#tag], [now, idle, offline, ...place, ...optional]);
  }

  async move({ driverId, from, to, order }: DriverMove, now: number): Promise<MoveOutcome> {
    const [kind, state = '', id] = await this.#scripts.move(
      now,
      driverId,
      to,
      order ?? '',
      ...from,
    );
    if (kind === 'not-from') return { kind, state, assignmentId: id || null };
    return { kind } as MoveOutcome;
  }

  async accept({ driverId, assignmentId }: Answer, now: number): Promise<AcceptOutcome> {
    const [kind, text] = await this.#scripts.accept(now, driverId, assignmentId);
    if (text === undefined) return { kind } as AnswerRefused;
    const { orderId, hubId }: Doc = JSON.parse(text);
    return { kind: 'accepted', orderId, hubId };
  }

  async refuse({ driverId, assignmentId }: Answer, now: number): Promise<RefuseOutcome> {
    const [kind, value, order] = await this.#scripts.refuse(now, driverId, assignmentId);
    if (kind === 'refused') return { kind, delay: Number(value), order: order! };
    if (kind === 'too-late') return { kind, state: String(value) };
    return { kind } as AnswerRefused;
  }

  async takeBatch(batchId: string, now: number): Promise<Batch | undefined> {
    const reply = await this.#scripts.takeBatch(now, batchId, now + limits.claim, limits.batch);
    if (!reply) return undefined;
    const [name = '', ...pairs] = reply;
    const orders = groups(pairs, 2).map(([text, excluded]) => {
      const order: Doc = JSON.parse(text!);
      return { ...order, excluded: excluded!.split('\n').slice(0, -1) };
    });
    return { batchId: name, orders };
  }

  async idleDrivers(cells: readonly string[], now: number): Promise<IdleDriver[]> {
    const reply = await this.#scripts.idleDrivers(now, now - heardWithin, ...cells);
    return groups(reply, 7).map(([driverId, lat, lng, cell, speed, maxOrders, last]) => ({
      driverId: driverId!,
      lat: Number(lat),
      lng: Number(lng),
      cell: cell!,
      speedKmh: Number(speed),
      active: 0, // idle
      maxOrders: Number(maxOrders),
      lastAssignedAt: last === '' ? undefined : Number(last),
    }));
  }

  offer({ batchId, proposals, tables, expiresAt }: Offers, now: number): Promise<number> {
    const proposed = new Map(proposals.map((proposal) => [proposal.orderId, proposal]));
    const args = [...tables].flatMap(([orderId, table]) => {
      const text = JSON.stringify({ batchId, at: now, ...table });
      const { driverId = '', assignmentId = '', score = '' } = proposed.get(orderId) ?? {};
      return [orderId, text, driverId, assignmentId, score];
    });
    const heard = now - heardWithin;
    return this.#scripts.offer(now, batchId, expiresAt, heard, tables.size, ...args);
  }

  async due(now: number): Promise<boolean> {
    return (await this.#scripts.due(now, limits.portion)) === 1;
  }

  async order(orderId: string): Promise<Order | undefined> {
    const [found] = await this.#scripts.orders(0, orderId);
    return found && orderOf(found);
  }

  async manualQueue(): Promise<Order[]> {
    return (await this.#scripts.orders(0)).map(orderOf);
  }

  async driver(driverId: string): Promise<Driver | undefined> {
    const found = await this.#hash('driver', driverId);
    return (
      found && {
        driverId,
        lat: Number(found['lat']),
        lng: Number(found['lng']),
        state: found['state']!,
        speedKmh: Number(found['speed']),
        maxOrders: Number(found['max_orders']),
        heardAt: Number(found['heard_at']),
        lastAssignedAt: number(found['last_assigned_at']),
        assignmentId: found['assignment'] ?? null,
      }
    );
  }

  async assignment(assignmentId: string): Promise<Assignment | undefined> {
    const found = await this.#hash('assignment', assignmentId);
    return (
      found && {
        assignmentId,
        orderId: found['order']!,
        driverId: found['driver']!,
        state: found['state'] as AssignmentState,
        score: number(found['score']),
        offeredAt: Number(found['offered_at']),
        expiresAt: Number(found['expires_at']),
      }
    );
  }

  assignByHand(
    { orderId, driverId, assignmentId }: Omit<Proposal, 'score'>,
    expiresAt: number,
    now: number,
  ): Promise<HandOutcome> {
    return this.#scripts.hand(now, orderId, driverId, assignmentId, expiresAt);
  }

  async putHub({ hubId, lat, lng }: Hub): Promise<void> {
    await command(this.#redis.hset(`${this.#tag}:hub:${hubId}`, { lat, lng }));
  }

  async hub(hubId: string): Promise<Hub | undefined> {
    const found = await this.#hash('hub', hubId);
    return found && { hubId, lat: Number(found['lat']), lng: Number(found['lng']) };
  }

  async forget(now: number): Promise<boolean> {
    return (await this.#scripts.forget(now, now - limits.kept, limits.portion)) === 1;
  }

  async watch(watcher: Watcher): Promise<void> {
    this.#watcher = watcher;
    await command(this.#subscriber.ssubscribe(`${this.#tag}:changed`));
  }

  async ready(): Promise<void> {
    await command(this.#redis.ping());
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
    this.#subscriber.disconnect();
  }

  /** After a reconnection: subscribes again, then has the watcher read what it missed. */
  async #subscribe(): Promise<void> {
    if (!this.#watcher) return;
    try {
      await command(this.#subscriber.ssubscribe(`${this.#tag}:changed`));
      this.#watcher.resumed();
    } catch (error) {
      // If it is gone again, the next `ready` starts over.
      if (storeError(error) === error) throw error;
    }
  }

  async #hash(kind: string, id: string): Promise<Record<string, string> | undefined> {
    const found = await command(this.#redis.hgetall(`${this.#tag}:${kind}:${id}`));
    return Object.keys(found).length === 0 ? undefined : found;
  }
}

/** What the scripts need to know of the variant. */
function rulesOf(rules: RuleSet): string {
  const { idle, assigned, accepted, offline, delays, afterLast } = rules;
  const refusable = sources(rules, 'refuse', idle);
  const { window, orders: full } = batching;
  return JSON.stringify({
    idle,
    assigned,
    accepted,
    offline,
    delays,
    afterLast,
    refusable,
    window,
    full,
  });
}

function orderOf(fields: Scalar[]): Order {
  const [text, first, batch, state, attempts, total, round, assignment, at, table] = fields.map(
    String,
  ) as [string, string, string, OrderState, ...string[]];
  const { weight: _weight, cell: _cell, ...doc }: Doc = JSON.parse(text);
  return {
    ...doc,
    state,
    batchId: batch || first,
    attempts: Number(attempts),
    attemptsTotal: Number(total),
    round: Number(round),
    assignmentId: assignment || null,
    dueAt: state === 'reassigning' ? Number(at) : null,
    table: table ? JSON.parse(table) : null,
  };
}

const number = (text: string | undefined) =>
  text === undefined || text === '' ? null : Number(text);

function groups<T>(flat: T[], size: number): T[][] {
  return Array.from({ length: flat.length / size }, (_, i) => flat.slice(size * i, size * (i + 1)));
}
