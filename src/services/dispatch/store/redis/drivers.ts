import { Type } from 'typebox';
import { command, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import type { IdleDriver } from '../../matching/ranking.ts';
import type { Driver, DriverMove, DriverStore, MoveOutcome, Report } from '../drivers.ts';
import { decodeGroups, NumberText, toNumberOrNull } from './decode.ts';
import type { Step, Steps } from './scripts.ts';

const decodeDriver = checked(
  'a driver',
  Type.Object({
    lat: NumberText,
    lng: NumberText,
    state: Type.String(),
    speed_kmh: NumberText,
    max_orders: NumberText,
    reported_at: NumberText,
    last_assigned_at: Type.Optional(NumberText),
    assignment: Type.Optional(Type.String()),
  }),
);

const checkMove = checked(
  'reply of move.lua',
  Type.Union([
    Type.Tuple([
      Type.Union([Type.Literal('moved'), Type.Literal('already'), Type.Literal('unknown')]),
    ]),
    Type.Tuple([Type.Literal('not-from'), Type.String(), Type.String()]),
  ]),
);

function decodeMove(reply: unknown): MoveOutcome {
  const outcome = checkMove(reply);
  if (outcome.length === 1) return { kind: outcome[0] };
  const [kind, state, assignmentId] = outcome;
  return { kind, state, assignmentId: assignmentId === '' ? null : assignmentId };
}

export class RedisDrivers implements DriverStore {
  readonly #redis: RedisConnection;
  readonly #tag: string;
  readonly #report: Step<null>;
  readonly #move: Step<MoveOutcome>;
  readonly #findIdle: Step<string[][]>;

  constructor(redis: RedisConnection, tag: string, steps: Steps) {
    this.#redis = redis;
    this.#tag = tag;
    this.#report = steps('report', checked('reply of report.lua', Type.Null()));
    this.#move = steps('move', decodeMove);
    this.#findIdle = steps('find-idle', decodeGroups('reply of find-idle.lua', 7));
  }

  async report(report: Report, now: number): Promise<void> {
    const { driverId, lat, lng, cell, speedKmh, maxOrders } = report;
    await this.#report(now, driverId, lat, lng, cell, speedKmh ?? '', maxOrders ?? '');
  }

  move({ driverId, from, to, order }: DriverMove, now: number): Promise<MoveOutcome> {
    return this.#move(now, driverId, to, order ?? '', ...from);
  }

  async find(driverId: string): Promise<Driver | undefined> {
    const hash = await command(this.#redis.hgetall(`${this.#tag}:driver:${driverId}`));
    if (Object.keys(hash).length === 0) return undefined;
    const driver = decodeDriver(hash);
    return {
      driverId,
      lat: Number(driver.lat),
      lng: Number(driver.lng),
      state: driver.state,
      speedKmh: Number(driver.speed_kmh),
      maxOrders: Number(driver.max_orders),
      reportedAt: Number(driver.reported_at),
      lastAssignedAt: toNumberOrNull(driver.last_assigned_at),
      assignmentId: driver.assignment ?? null,
    };
  }

  async findIdle(cell: string, now: number): Promise<IdleDriver[]> {
    const found = await this.#findIdle(now, cell);
    return found.map(([driverId, lat, lng, cell, speedKmh, maxOrders, lastAssignedAt]) => ({
      driverId: driverId!,
      lat: Number(lat),
      lng: Number(lng),
      cell: cell!,
      speedKmh: Number(speedKmh),
      active: 0, // idle
      maxOrders: Number(maxOrders),
      lastAssignedAt: toNumberOrNull(lastAssignedAt) ?? undefined,
    }));
  }
}
