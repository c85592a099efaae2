/**
 * What the documents do not tell of streams. Journals that begin with the next event name where that
 * is: a line each.
 */
import type { Methods } from '../methods.ts';
import type { Event, Habits, Resumption, StreamMembers } from './follow.ts';

type Call = (...given: unknown[]) => Promise<never>;

/** @param stream its service and method: `notification.follow` */
export function habitsOf(stream: string, methods: Methods): Habits {
  const of = methods as Record<string, Call>;
  const all: Record<string, Habits> = {
    'notification.follow': { start: ({ user }) => newest(of['list']!, user) },
    'dispatchA.follow': { resume: (members) => offers(of['listAssignments']!, members) },
    'dispatchB.follow': { resume: (members) => offers(of['listAssignments']!, members) },
  };
  return all[stream] ?? {};
}

/** The number of the newest notification; with none, one before all others. */
async function newest(list: Call, user: unknown): Promise<string> {
  const { notifications }: { notifications: { id: string }[] } = await list({ user, limit: 1 });
  return notifications[0]?.id ?? 'notif_1';
}

/**
 * The offers of a driver: after a reconnection the open ones are told again, and not that others were
 * withdrawn in between. An order that is followed instead is a state like others.
 */
function offers(list: Call, { driver_id: driver }: StreamMembers): Resumption {
  const known = new Map<string, Event>();
  /** The stream may have been read before they were over: then it tells of them, in vain. */
  let over = new Set<string>();
  let order = '';
  return {
    async connected() {
      over = new Set();
      if (known.size === 0 || driver === undefined) return [];
      const { assignments }: { assignments: Offer[] } = await list(driver);
      const open = new Set(assignments.map(idOf));
      const gone = [...known].filter(([id]) => !open.has(id));
      over = new Set(gone.map(([id]) => id));
      for (const id of over) known.delete(id);
      return gone.map(([, event]) => ({ ...event, event: 'withdrawn', isFirst: false }));
    },
    isNews(event) {
      const id = idOf(event.data as Offer);
      if (event.event === 'withdrawn') return known.delete(id);
      if (event.event === 'offer') {
        if (known.has(id) || over.has(id)) return false;
        known.set(id, event);
        return true;
      }
      const text = JSON.stringify(event.data);
      const isNews = !event.isFirst || text !== order;
      order = text;
      return isNews;
    },
  };
}

interface Offer {
  readonly assignment_id?: string;
  readonly dispatch_id?: string;
}

const idOf = ({ assignment_id, dispatch_id }: Offer) => assignment_id ?? dispatch_id ?? '';
