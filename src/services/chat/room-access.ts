/** Which rooms are open to a caller: a token may name them, by patterns. */
import type { Caller } from '#kit/web/identity/caller.ts';
import { common } from '#kit/web/problem.ts';

/** The patterns of a caller's rooms; undefined: all rooms. */
export function roomsOf(caller: Caller): readonly string[] | undefined {
  return 'rooms' in caller ? caller.rooms : undefined;
}

/** @throws Refusal FORBIDDEN */
export function demandRoom(caller: Caller, room: string): void {
  if (isOpen(roomsOf(caller), room)) return;
  throw common.FORBIDDEN('the claim `rooms` of the token does not include this room');
}

export function isOpen(patterns: readonly string[] | undefined, room: string): boolean {
  return patterns === undefined || patterns.some((pattern) => matches(pattern, room));
}

/**
 * Whether a name is of a pattern, in which `*` stands for any text. Each part between two `*` is
 * taken where it comes first, so the time is bounded by the product of both lengths.
 */
export function matches(pattern: string, name: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - at >= last.length && name.endsWith(last);
}
