/** Many points in one request. */
import pLimit from 'p-limit';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { answerOf } from './answer.ts';
import type { LatLng } from './cells/geometry.ts';
import { locateHub, type Geo, type Question } from './serviceability.ts';

interface Point extends LatLng {
  readonly id?: string;
}

/** How many lookups of one request wait for the stores at a time. */
const atOnce = 16;

/**
 * One answer for each point, in their order.
 *
 * @throws Refusal STORE_UNAVAILABLE when one of them cannot be answered
 */
export async function locateMany(
  geo: Geo,
  points: readonly Point[],
  { address, now }: Omit<Question, 'point'>,
) {
  const slice = new TimeSlice();
  const limit = pLimit(atOnce);
  const answers = limit.map(points, async ({ id, lat, lng }) => {
    if (slice.isOver) await slice.next();
    const finding = await locateHub(geo, { point: { lat, lng }, address, now });
    const answer = answerOf(finding, geo, { explain: false, now });
    return { ...(id !== undefined && { id }), ...answer };
  });
  // After a failure the rest is not asked for.
  return answers.finally(() => limit.clearQueue());
}
