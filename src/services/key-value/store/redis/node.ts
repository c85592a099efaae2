/** A node whose map is a hash in Redis, with an index of its keys in the order of their bytes. */
import { command, type RedisConnection } from '#kit/stores/redis.ts';
import type { Tags } from '../../keys/conditions.ts';
import { expiredPortion, isExpired, nodeOfAnotherRing, type Guard, type NodeMap } from '../node.ts';
import { packEntry, packHead, unpackEntry } from './entry.ts';
import type { nodeScripts } from './scripts.ts';

/** @param prefix first part of all keys; those of one node share a hash tag */
export function redisNode(
  redis: RedisConnection,
  scripts: ReturnType<typeof nodeScripts>,
  prefix: string,
  name: string,
): NodeMap {
  const keyOf = (part: string) => `${prefix}:{${name}}:${part}`;
  const version = keyOf('version');
  const entries = keyOf('entries');
  const index = keyOf('index');
  const expiries = keyOf('expiries');
  const tombstones = keyOf('tombstones');
  /** The keys of a script that changes an entry. */
  const all = [version, entries, index, expiries, tombstones];

  async function* keys() {
    let cursor = '0';
    do {
      const [next, portion] = await scripts.keys([entries], [cursor]);
      yield portion;
      cursor = next;
    } while (cursor !== '0');
  }

  return {
    async get(versionId, key) {
      return unpacked(await scripts.get([version, entries], [versionId, key]));
    },
    async put(versionId, key, entry, leaveTombstone, guard) {
      const args = [versionId, key, packEntry(entry), Number(leaveTombstone), ...guardArgs(guard)];
      return (await scripts.put(all, args)) === 1;
    },
    async delete(versionId, key, leaveTombstone, guard) {
      const args = [versionId, key, Number(leaveTombstone), ...guardArgs(guard)];
      return (await scripts.delete(all, args)) === 1;
    },
    async expire(versionId, key, now, leaveTombstone) {
      return unpacked(await scripts.expire(all, [versionId, key, now, Number(leaveTombstone)]));
    },
    async accept(versionId, key, entry) {
      return unpacked(await scripts.accept(all, [versionId, key, packEntry(entry)]));
    },
    keys,
    async list(versionId, { from, prefix: start, limit }, now) {
      const args = [versionId, from, start, limit, now];
      const [upTo, listed] = await scripts.list([version, entries, index, expiries], args);
      return {
        keys: listed.map(([key, size, expiry]) => ({
          key,
          size,
          expiresAt: expiry === '' ? undefined : Number(expiry),
        })),
        upTo: upTo ?? undefined,
      };
    },
    gone: (versionId, asked, now) =>
      scripts.gone([version, entries, expiries, tombstones], [versionId, now, ...asked]),
    async expired(after, now) {
      const rank = after && (await command(redis.zrank(expiries, after.key)));
      const first = typeof rank === 'number' ? rank + 1 : 0;
      const last = String(first + expiredPortion - 1);
      const found = await command(redis.zrange(expiries, first, last, 'WITHSCORES'));
      const keys = Array.from({ length: found.length / 2 }, (_, i) => ({
        key: found[2 * i]!,
        expiresAt: Number(found[2 * i + 1]),
      }));
      return keys.filter((key) => isExpired(key, now));
    },
    count: () => command(redis.hlen(entries)),
    servedVersion: async () => (await command(redis.get(version))) ?? undefined,
    async fence(versionId) {
      const isOurs = await scripts.fence([version, entries, tombstones], versionId.split(' '));
      if (!isOurs) throw nodeOfAnotherRing(name);
    },
    ready: async () => void (await command(redis.ping())),
  };
}

const unpacked = (packed: string | null) => (packed === null ? undefined : unpackEntry(packed));

/** Now, If-Match, If-None-Match and the head that is left, as the scripts take them. */
function guardArgs(guard: Guard | undefined): (string | number)[] {
  if (guard === undefined) return [];
  const { condition, now, left } = guard;
  const tags = [condition.ifMatch, condition.ifNoneMatch].map(tagsArg);
  return [now, ...tags, left === undefined ? '' : packHead(left)];
}

function tagsArg(tags: Tags | undefined): string {
  if (tags === undefined) return '';
  return tags === '*' ? '*' : ` ${tags.join(' ')} `;
}
