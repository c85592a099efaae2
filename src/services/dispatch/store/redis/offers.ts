import { Type } from 'typebox';
import type { RedisConnection } from '#kit/stores/redis.ts';
import { Assignment } from '../assignments.ts';
import {
  AcceptOutcome,
  ManualOutcome,
  RejectOutcome,
  TimersRun,
  type OfferStore,
} from '../offers.ts';
import { hashReader } from './records.ts';
import type { Steps } from './scripts.ts';

export function redisOffers(redis: RedisConnection, tag: string, steps: Steps): OfferStore {
  const make = steps('make-offers', Type.Integer());
  const assignByHand = steps('assign-by-hand', ManualOutcome);
  const accept = steps('accept', AcceptOutcome);
  const reject = steps('reject', RejectOutcome);
  const runTimers = steps('run-timers', TimersRun);
  const read = hashReader(redis, 'an assignment', Assignment);
  return {
    make({ batchId, proposals, tables, expiresAt }, now) {
      const proposed = new Map(proposals.map((proposal) => [proposal.orderId, proposal]));
      const args = [...tables].flatMap(([orderId, table]) => {
        const text = JSON.stringify({ batchId, at: now, ...table });
        const { driverId = '', assignmentId = '', score = '' } = proposed.get(orderId) ?? {};
        return [orderId, text, driverId, assignmentId, score];
      });
      return make(now, batchId, expiresAt, ...args);
    },
    assignByHand: ({ orderId, driverId, assignmentId, expiresAt, endsAt }, now) =>
      assignByHand(now, orderId, driverId, assignmentId, expiresAt, endsAt),
    accept: ({ driverId, assignmentId }, now) => accept(now, driverId, assignmentId),
    reject: ({ driverId, assignmentId }, now) => reject(now, driverId, assignmentId),
    find: (assignmentId) => read(`${tag}:assignment:${assignmentId}`),
    runTimers,
  };
}
