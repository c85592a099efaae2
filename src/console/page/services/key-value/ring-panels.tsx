/** What is asked of the ring, and the panels that show it together. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';
import { plainTone, type Tone } from '../../parts/tones.ts';
import { useShown } from '../../playground/shown.ts';
import { ChangePanel } from './change-panel.tsx';
import { KeyPanel, type Located } from './key-panel.tsx';
import { NodeTable } from './node-table.tsx';
import { PutKeys } from './put-keys.tsx';
import { arcsOf, canDraw, movingArcs, sharesOf, toTurn } from './ring.ts';
import { RingCircle } from './ring-circle.tsx';
import type { Plan, RingView } from './views.ts';

/** Between two looks at a change that is under way, milliseconds. */
const lookEveryMs = 300;

export function RingPanels() {
  const {
    data: ring,
    error,
    reload,
  } = useLoaded((signal) => hawker.keyValueConsole.showRing({ signal }), []);
  useChanges('key-value', reload, { counters: ['writes', 'deletes', 'expired', 'ring_changes'] });
  const [located, setLocated] = useState<Located>();
  useShown({ 'keyValueGet key': located?.key, 'keyValueLocate key': located?.key });
  const [plan, setPlan] = useState<Plan>();
  const [isMoving, setMoving] = useState(false);
  // A node keeps its colour while the page is shown, whoever comes and goes.
  const colours = useRef(new Map<string, Tone>()).current;
  const isChanging = isMoving || ring?.changing === true;
  useEffect(() => {
    if (!isChanging) return;
    const timer = setTimeout(reload, lookEveryMs);
    return () => clearTimeout(timer);
  }, [isChanging, ring]);
  const names = ring?.nodes.map(({ name }) => name) ?? [];
  const drawn = useDrawn(names, plan?.names);
  if (ring === undefined) {
    if (error) return <Problem error={error} retry={reload} />;
    return <p class="empty">Asking for the ring…</p>;
  }
  for (const name of [...names, ...(plan?.names ?? [])].toSorted()) {
    if (!colours.has(name)) colours.set(name, plainTone(colours.size));
  }
  const toneOf = (node: string) => `tone-${colours.get(node)}`;
  const keys = ring.nodes.reduce((sum, node) => sum + (node.keys ?? 0), 0);
  return (
    <div class="panels">
      <section class="panel" aria-label="The ring">
        <div class="spread">
          <h2>The ring</h2>
          <span class="note">version {ring.version}</span>
        </div>
        {error && <Problem error={error} retry={reload} />}
        {drawn && !agrees(ring, drawn.shares) && (
          <p class="problem" role="alert">
            The circle was computed here, and its shares are not those of the service.
          </p>
        )}
        {drawn && (
          <RingCircle
            arcs={drawn.arcs}
            nodes={ring.nodes}
            moving={drawn.moving}
            located={located && { ...located, turn: toTurn(located.position) }}
            toneOf={toneOf}
          />
        )}
        {!canDraw && (
          <p class="note">Browsers draw the circle on https only, and on this machine.</p>
        )}
        <NodeTable ring={ring} plannedShares={drawn?.plannedShares} toneOf={toneOf} />
      </section>
      <div class="stack">
        <KeyPanel version={ring.version} located={setLocated} />
        <ChangePanel ring={ring} plan={plan} planned={setPlan} moving={setMoving} done={reload} />
        <PutKeys keys={keys} done={reload} />
      </div>
    </div>
  );
}

/** The circle, and around it what the plan moves. Undefined until it is computed. */
function useDrawn(names: readonly string[], planned: readonly string[] | undefined) {
  const isKnown = canDraw && names.length > 0;
  const { data } = useLoaded(
    isKnown
      ? async () => {
          const arcs = await arcsOf(names);
          const next = planned && (await arcsOf(planned));
          return {
            arcs,
            shares: sharesOf(arcs),
            moving: next ? movingArcs(arcs, next) : [],
            plannedShares: next && sharesOf(next),
          };
        }
      : undefined,
    [names.join(), planned?.join()],
  );
  return data;
}

function agrees({ nodes }: RingView, shares: ReadonlyMap<string, number>): boolean {
  // Between two rings the names differ for a moment.
  if (nodes.length !== shares.size) return true;
  return nodes.every(({ name, share }) => Math.abs((shares.get(name) ?? share) - share) < 1e-9);
}
