/** Reservations as lua/lib.lua stores them. */
import { Type, type Static } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import { Ending, Line, type Reservation } from '../reservations.ts';

export const StoredReservation = Type.Object({
  id: Type.String(),
  status: Type.Union([Type.Literal('held'), Ending]),
  hub: Type.String(),
  order: Type.String(),
  user: Type.String(),
  lines: Type.String(),
  at: Type.Integer(),
  expires_at: Type.Integer(),
});

const parse = storedJson('stored reservation', StoredReservation);
const parseLines = storedJson('lines of a stored reservation', Type.Array(Line));

export function parseReservation(text: string): Reservation {
  return toReservation(parse(text));
}

export function toReservation(row: Static<typeof StoredReservation>): Reservation {
  const { id, status, hub: hubId, order: orderId, user: userId, at, expires_at } = row;
  const ids = { id, hubId, orderId, userId };
  return { ...ids, lines: parseLines(row.lines), status, reservedAt: at, expiresAt: expires_at };
}
