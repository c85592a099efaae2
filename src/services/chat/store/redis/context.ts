/** Shared by the parts of the store. */
import { storeError, type RedisConnection, type Scripts } from '#kit/stores/redis.ts';
import { isOutage } from '#kit/web/problem.ts';

export interface RedisChat {
  readonly redis: RedisConnection;
  readonly script: Scripts;
  readonly prefix: string;
  /** The hash tag of a room, first part of its keys, and its channel. */
  readonly tag: (room: string) => string;
}

/** The hash tag of a room. */
export const roomTag = (prefix: string, room: string) => `{${prefix}:${encodeURIComponent(room)}}`;

/** The key of a room's bans. */
export const bansKey = (tag: string) => `${tag}:bans`;

/** @throws any error but that the server is away */
export function ignoreOutage(error: unknown): void {
  if (!isOutage(storeError(error))) throw error;
}
