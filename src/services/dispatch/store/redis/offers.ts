import { Type } from 'typebox';
import { command, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import { orderStates } from '../../rules/rules.ts';
import {
  assignmentStates,
  manualOutcomes,
  type AcceptOutcome,
  type Answer,
  type Assignment,
  type BatchOffers,
  type ManualOutcome,
  type OfferStore,
  type Proposal,
  type RejectOutcome,
} from '../offers.ts';
import { isMore, NumberText, NumberTextOrNone, toNumberOrNull } from './decode.ts';
import { parseOrderDoc } from './orders.ts';
import type { Step, Steps } from './scripts.ts';

const decodeAssignment = checked(
  'an assignment',
  Type.Object({
    order: Type.String(),
    driver: Type.String(),
    state: Type.Enum([...assignmentStates]),
    score: NumberTextOrNone,
    offered_at: NumberText,
    expires_at: NumberText,
  }),
);

const checkAccepted = checked(
  'reply of accept.lua',
  Type.Union([
    Type.Tuple([Type.Literal('accepted'), Type.String()]),
    Type.Tuple([
      Type.Enum(['unknown-driver', 'unknown-assignment', 'expired', 'already-rejected']),
    ]),
  ]),
);

function decodeAccepted(reply: unknown): AcceptOutcome {
  const outcome = checkAccepted(reply);
  if (outcome.length === 1) return { kind: outcome[0] };
  const { orderId, hubId } = parseOrderDoc(outcome[1]);
  return { kind: 'accepted', orderId, hubId };
}

const checkRejected = checked(
  'reply of reject.lua',
  Type.Union([
    Type.Tuple([Type.Literal('rejected'), Type.Integer(), Type.Enum([...orderStates])]),
    Type.Tuple([Type.Literal('too-late'), Type.String()]),
    Type.Tuple([Type.Enum(['unknown-driver', 'unknown-assignment', 'expired'])]),
  ]),
);

function decodeRejected(reply: unknown): RejectOutcome {
  const outcome = checkRejected(reply);
  if (outcome.length === 1) return { kind: outcome[0] };
  if (outcome.length === 2) return { kind: outcome[0], state: outcome[1] };
  return { kind: outcome[0], delayMs: outcome[1], order: outcome[2] };
}

export class RedisOffers implements OfferStore {
  readonly #redis: RedisConnection;
  readonly #tag: string;
  readonly #make: Step<number>;
  readonly #assignByHand: Step<ManualOutcome>;
  readonly #accept: Step<AcceptOutcome>;
  readonly #reject: Step<RejectOutcome>;
  readonly #runTimers: Step<boolean>;

  constructor(redis: RedisConnection, tag: string, steps: Steps) {
    this.#redis = redis;
    this.#tag = tag;
    this.#make = steps('make-offers', checked('reply of make-offers.lua', Type.Integer()));
    this.#assignByHand = steps(
      'assign-by-hand',
      checked('reply of assign-by-hand.lua', Type.Enum([...manualOutcomes])),
    );
    this.#accept = steps('accept', decodeAccepted);
    this.#reject = steps('reject', decodeRejected);
    this.#runTimers = steps('run-timers', isMore('reply of run-timers.lua'));
  }

  make({ batchId, proposals, tables, expiresAt }: BatchOffers, now: number): Promise<number> {
    const proposed = new Map(proposals.map((proposal) => [proposal.orderId, proposal]));
    const args = [...tables].flatMap(([orderId, table]) => {
      const text = JSON.stringify({ batchId, at: now, ...table });
      const { driverId = '', assignmentId = '', score = '' } = proposed.get(orderId) ?? {};
      return [orderId, text, driverId, assignmentId, score];
    });
    return this.#make(now, batchId, expiresAt, ...args);
  }

  assignByHand(
    { orderId, driverId, assignmentId }: Omit<Proposal, 'score'>,
    expiresAt: number,
    now: number,
  ): Promise<ManualOutcome> {
    return this.#assignByHand(now, orderId, driverId, assignmentId, expiresAt);
  }

  accept({ driverId, assignmentId }: Answer, now: number): Promise<AcceptOutcome> {
    return this.#accept(now, driverId, assignmentId);
  }

  reject({ driverId, assignmentId }: Answer, now: number): Promise<RejectOutcome> {
    return this.#reject(now, driverId, assignmentId);
  }

  async find(assignmentId: string): Promise<Assignment | undefined> {
    const hash = await command(this.#redis.hgetall(`${this.#tag}:assignment:${assignmentId}`));
    if (Object.keys(hash).length === 0) return undefined;
    const assignment = decodeAssignment(hash);
    return {
      assignmentId,
      orderId: assignment.order,
      driverId: assignment.driver,
      state: assignment.state,
      score: toNumberOrNull(assignment.score),
      offeredAt: Number(assignment.offered_at),
      expiresAt: Number(assignment.expires_at),
    };
  }

  runTimers(now: number): Promise<boolean> {
    return this.#runTimers(now);
  }
}
