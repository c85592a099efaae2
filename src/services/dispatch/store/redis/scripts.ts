/** The Lua scripts of dispatch, with the constants that stand before each of them. */
import { Type, type Static, type TSchema } from 'typebox';
import { keysOfTag, loadScripts, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import { defaultSpeedKmh } from '../../matching/score.ts';
import { batching } from '../../rules/batching.ts';
import { maxSilenceMs, sources, type RuleSet } from '../../rules/rules.ts';
import { limits } from '../dispatch-store.ts';
import { record } from './records.ts';

/** One indivisible step on the keys of a variant, at an instant. */
export type Step<ReplyT> = (now: number, ...args: (string | number)[]) => Promise<ReplyT>;

/** Yields the step of `lua/<name>.lua`, which replies JSON. */
export type Steps = <T extends TSchema>(name: string, reply: T) => Step<Static<T>>;

/** @param tag the hash tag that all keys of the variant share: `{dispatch-a}` */
export function loadSteps(redis: RedisConnection, tag: string, rules: RuleSet): Steps {
  const { idle, assigned, accepted, offline = '', delaysMs, afterLast, atEnd } = rules;
  const constants = {
    IDLE: idle,
    ASSIGNED: assigned,
    ACCEPTED: accepted,
    OFFLINE: offline,
    REJECTABLE: JSON.stringify(sources(rules, 'reject', idle)),
    DELAYS_MS: JSON.stringify(delaysMs),
    AFTER_LAST: afterLast,
    AT_END: atEnd,
    MIN_ORDERS: batching.minOrders,
    MAX_ORDERS: batching.maxOrders,
    WINDOW_MS: batching.windowMs,
    CLAIM_MS: limits.claimMs,
    MAX_SILENCE_MS: maxSilenceMs,
    KEEP_MS: limits.keepMs,
    PORTION: limits.portion,
    DEFAULT_SPEED_KMH: defaultSpeedKmh,
  };
  const folder = new URL('./lua/', import.meta.url);
  const libraries = ['records', 'orders'].map((name) => new URL(`lib/${name}.lua`, folder));
  const script = loadScripts(redis, folder, { constants, libraries });
  return (name, reply) => {
    const decode = record(`reply of ${name}.lua`, reply);
    const run = script(name, (text) => decode(JSON.parse(checkText(text))));
    return (now, ...args) => run(keysOfTag(tag), [now, ...args]);
  };
}

const checkText = checked('reply of a script', Type.String());
