/** The scripts as functions: see lua/lib.lua. */
import { Type, type Static } from 'typebox';
import { keysOfTag, loadScripts, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import { preloaded, type Limits } from '../autocomplete-store.ts';

interface ScriptsOptions extends Limits {
  readonly tag: string;
  readonly keptEntries: number;
}

const Reply = Type.Tuple([
  Type.String(),
  Type.Integer(),
  Type.Union(['done', 'nothing', 'full', 'too-many-indexes'].map((how) => Type.Literal(how))),
  Type.String(),
  Type.Array(Type.String()),
]);

const readReply = checked('reply of a script of autocomplete', Reply);

export interface Reply {
  /** Id of the latest entry of the stream. */
  readonly latest: string;
  /** Whether the entry that the caller knew of was still there. */
  readonly isKnown: boolean;
  readonly how: 'done' | 'nothing' | 'full' | 'too-many-indexes';
  /** Id of the index. */
  readonly index: number;
  readonly numbers: readonly number[];
}

export type Run = (
  known: string,
  now: number,
  index: string,
  ...args: (string | number)[]
) => Promise<Reply>;

export function scriptsOf(redis: RedisConnection, options: ScriptsOptions) {
  const { tag, keptEntries, maxTerms, maxIndexes } = options;
  const scripts = loadScripts(redis, new URL('./lua/', import.meta.url));
  const terms = preloaded.join(' ');
  const script = (name: string): Run => {
    const run = scripts(name, decode);
    return (known, now, index, ...args) =>
      run(keysOfTag(tag), [keptEntries, known, now, index, terms, maxTerms, maxIndexes, ...args]);
  };
  return {
    latest: script('latest'),
    train: script('train'),
    setFreq: script('set-freq'),
    forget: script('forget'),
    block: script('block'),
    unblock: script('unblock'),
    setHalfLife: script('set-half-life'),
    drop: script('drop'),
  };
}

function decode(value: unknown): Reply {
  const [latest, known, how, index, numbers]: Static<typeof Reply> = readReply(value);
  return {
    latest,
    isKnown: known === 1,
    how,
    index: Number(index),
    numbers: numbers.map(Number),
  };
}
