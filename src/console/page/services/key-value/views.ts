/** What the service tells of its ring. */
import type { hawker } from '../../live/hawker.ts';

export type RingView = Awaited<ReturnType<typeof hawker.keyValueConsole.showRing>>;

/** What a change to these nodes would move. */
export interface Plan extends Awaited<ReturnType<typeof hawker.keyValueConsole.planRing>> {
  /** As in KV_NODES. */
  readonly entries: readonly string[];
  readonly names: readonly string[];
}
