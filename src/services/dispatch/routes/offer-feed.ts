/** Offers streamed to drivers as server-sent events. */
import type { Feed } from '#kit/web/event-streams.ts';
import type { Clock } from '#kit/host/service.ts';
import type { Dispatch } from '../dispatch.ts';
import { openOffers, type Offer } from '../offers.ts';
import { offerView } from './views.ts';

/** Streams of one replica. */
export const maxStreams = 10_000;

/**
 * Sends the difference between a driver's open offers and what this stream has sent: `withdrawn`
 * for those that are over, `offer` for new ones.
 */
export function offerFeed(dispatch: Dispatch, driverId: string, clock: Clock): Feed {
  let sent = new Map<string, Offer>();
  return async (stream) => {
    const offers = await openOffers(dispatch, driverId, clock());
    const open = new Map(offers.map((offer) => [offer.assignment.assignmentId, offer]));
    for (const [key, offer] of sent) {
      if (!open.has(key)) stream.send('withdrawn', offerView(offer));
    }
    for (const [key, offer] of open) {
      if (!sent.has(key)) stream.send('offer', offerView(offer));
    }
    sent = open;
    await stream.taken();
  };
}
