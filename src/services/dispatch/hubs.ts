/** Where hubs are: those of variant B's operator, and those of geo. */
import { createHash } from 'node:crypto';
import { JSONParser } from '@streamparser/json';
import { Type, type Static } from 'typebox';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { checked } from '#kit/web/schema.ts';
import type { Dispatch } from './dispatch.ts';
import { refuse } from './errors.ts';
import type { LatLng } from './matching/lat-lng.ts';

/**
 * Where a hub is: its operator's word counts before geo's.
 *
 * @throws Refusal UNKNOWN_HUB when neither knows it, HUBS_UNAVAILABLE, STORE_UNAVAILABLE
 */
export async function locateHub({ store, hubs }: Dispatch, hubId: string): Promise<LatLng> {
  const hub = (await store.hubs.find(hubId)) ?? (await hubs(hubId));
  if (!hub) throw unknownHub(hubId);
  return hub;
}

/** @throws Refusal UNKNOWN_HUB unless the operator made it known here, STORE_UNAVAILABLE */
export async function findOwnHub({ store }: Dispatch, hubId: string): Promise<LatLng> {
  const hub = await store.hubs.find(hubId);
  if (!hub) throw unknownHub(hubId);
  return hub;
}

/**
 * Forgets a hub that the operator made known here; one of geo's with this id counts again.
 *
 * @throws Refusal UNKNOWN_HUB, STORE_UNAVAILABLE
 */
export async function removeHub({ store }: Dispatch, hubId: string): Promise<void> {
  if (!(await store.hubs.remove(hubId))) throw unknownHub(hubId);
}

const unknownHub = (hubId: string) => refuse.UNKNOWN_HUB(`there is no hub ${hubId}`);

/**
 * How often geo's hubs are read, milliseconds: with the time that it may take, a change is known
 * within 5 s.
 */
export const readHubsEveryMs = 2_500;
const readTimeoutMs = 2_000;

/** Bytes that are parsed at once. */
const parsedAtOnce = 16_384;

const GeoHub = Type.Object({ hub_id: Type.String(), lat: Type.Number(), lng: Type.Number() });
const checkHub = checked('a hub of geo', GeoHub);

/** The hubs of a geo service in another process, as they were when it last answered. */
export class GeoHubs {
  readonly #list: URL;
  readonly #token: string | undefined;
  #hubs: ReadonlyMap<string, LatLng> | undefined;
  #digest = '';

  /**
   * @param list address of geo's list of hubs
   * @param token the operator's, with which geo shows it
   */
  constructor(list: URL, token: string | undefined) {
    this.#list = list;
    this.#token = token;
  }

  /** @throws Refusal HUBS_UNAVAILABLE as long as geo has never answered */
  async find(hubId: string): Promise<LatLng | undefined> {
    if (this.#hubs) return this.#hubs.get(hubId);
    throw refuse.HUBS_UNAVAILABLE('geo has not answered yet', { headers: { 'retry-after': '1' } });
  }

  /**
   * Reads the list. If that fails, the hubs are those that were read before.
   *
   * @throws Error naming the address and what is wrong
   */
  async read(stopping: AbortSignal): Promise<void> {
    try {
      const body = await this.#fetch(stopping);
      const digest = createHash('sha256').update(body).digest('base64');
      if (digest === this.#digest) return;
      this.#hubs = new Map((await parseHubs(body)).map(({ hub_id, ...at }) => [hub_id, at]));
      this.#digest = digest;
    } catch (error) {
      if (stopping.aborted) return;
      throw new Error(`the hubs of ${this.#list.origin} could not be read`, { cause: error });
    }
  }

  async #fetch(stopping: AbortSignal): Promise<Buffer> {
    const response = await fetch(this.#list, {
      headers: this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` },
      redirect: 'error',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(readTimeoutMs)]),
    });
    const body = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`it answers ${response.status}`);
    return body;
  }
}

/** Parses in slices: a list may be long, and a hub may have a long border. */
async function parseHubs(body: Buffer): Promise<Static<typeof GeoHub>[]> {
  const hubs: Static<typeof GeoHub>[] = [];
  const parser = new JSONParser({ paths: ['$.hubs', '$.hubs.*'], keepStack: false });
  let isList = false;
  parser.onValue = ({ key, value }) => {
    if (key === 'hubs') isList = Array.isArray(value);
    else hubs.push(pick(checkHub(value)));
  };
  const slice = new TimeSlice();
  for (let from = 0; from < body.length; from += parsedAtOnce) {
    if (slice.isOver) await slice.next();
    parser.write(body.subarray(from, from + parsedAtOnce));
  }
  if (!isList) throw new Error('it is not a list of hubs');
  return hubs;
}

const pick = ({ hub_id, lat, lng }: Static<typeof GeoHub>) => ({ hub_id, lat, lng });
