import type { Clock } from '#kit/host/service.ts';
import type { EventStreams } from '#kit/web/event-streams.ts';
import type { Access } from '#kit/web/identity/access.ts';
import type { SendContext } from '../send.ts';

export interface RouteContext extends SendContext {
  readonly streams: EventStreams<string>;
  readonly clock: Clock;
  /** The access that sending needs. */
  readonly sendAccess: Access;
  /** Called when a batch has begun. */
  readonly begun: () => void;
  /** Called when somebody has removed a notification. */
  readonly removed: (status: 'deleted' | 'cancelled', channel: string) => void;
}
