/** How a service is now: ready, what is wrong with it, or that nothing is known. */
import type { ServiceSeries } from '#kit/observe/overview-messages.ts';
import { stateOf, useLive } from '../live/overview.ts';

export function State({ series }: { readonly series: ServiceSeries | undefined }) {
  const live = useLive();
  if (series === undefined) return <span class="state">…</span>;
  const state = stateOf(live, [series]);
  return <span class={`state ${state}`}>{state === 'unknown' ? 'not known' : series.status}</span>;
}
