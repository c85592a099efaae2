/** Nodes come and go: a plan first, then the change, and how far it is. */
import { useRef, useState } from 'preact/hooks';
import { formatCount, plural } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';
import { formatPercent } from './percent.ts';
import type { Plan, RingView } from './views.ts';

interface ChangePanelProps {
  readonly ring: RingView;
  readonly plan: Plan | undefined;
  readonly planned: (plan: Plan | undefined) => void;
  readonly moving: (isMoving: boolean) => void;
  readonly done: () => void;
}

export function ChangePanel({ ring, plan, planned, moving, done }: ChangePanelProps) {
  const [error, setError] = useState<Error>();
  const [told, setTold] = useState<string>();
  const before = useRef<RingView | undefined>(undefined);
  const entries = ring.nodes.map(({ name, address }) => (address ? `${name}=${address}` : name));
  const makePlan = async (event: SubmitEvent) => {
    const wanted = (readForm(event)['nodes'] ?? '').split(/[\s,]+/).filter(Boolean);
    const { data, error: refusal } = await hawker.keyValueConsole
      .planRing({ nodes: wanted })
      .result();
    setError(refusal);
    setTold(undefined);
    const names = wanted.map((entry) => entry.split('=', 1)[0]!);
    planned(data && { ...data, entries: wanted, names });
  };
  const change = async ({ entries: nodes }: Plan) => {
    before.current = ring;
    setError(undefined);
    moving(true);
    const { data, error: refusal } = await hawker.keyValueConsole
      .changeRing({ nodes: [...nodes] })
      .result();
    before.current = undefined;
    moving(false);
    setError(refusal);
    if (data) {
      planned(undefined);
      setTold(
        `Done: ${plural(data.moved, 'key was', 'keys were')} moved. Put the nodes into KV_NODES, too.`,
      );
    }
    done();
  };
  const isUnderWay = before.current !== undefined || ring.changing;
  return (
    <section class="panel" aria-labelledby="change">
      <h2 id="change">Nodes come and go</h2>
      <form class="row" key={entries.join()} onSubmit={(event) => void makePlan(event)}>
        <label class="field grows">
          <span>All nodes after the change</span>
          <input
            name="nodes"
            required
            defaultValue={[...entries, nextName(ring)].join(', ')}
            spellcheck={false}
          />
        </label>
        <button disabled={isUnderWay}>Plan it</button>
      </form>
      {ring.nodes.some(({ address }) => address !== null) && (
        <p class="note">Passwords of addresses are not shown: write them again.</p>
      )}
      {error && <Problem error={error} />}
      {told !== undefined && <p role="status">{told}</p>}
      {isUnderWay && <Progress ring={ring} before={before.current} share={plan?.share} />}
      {plan && !isUnderWay && (
        <PlanView plan={plan} change={() => void change(plan)} drop={() => planned(undefined)} />
      )}
    </section>
  );
}

interface PlanViewProps {
  readonly plan: Plan;
  readonly change: () => void;
  readonly drop: () => void;
}

/** More lines say no more. */
const shownMovements = 12;

function PlanView({ plan: { share, movements }, change, drop }: PlanViewProps) {
  const largest = movements.toSorted((a, b) => b.share - a.share).slice(0, shownMovements);
  return (
    <>
      <p>
        It moves <b>{formatPercent(share)}</b> of all positions; nothing has moved yet.
      </p>
      <ul class="movements">
        {largest.map(({ from, to, share: part }) => (
          <li key={`${from} ${to}`}>
            {from} → {to} <span class="note">{formatPercent(part)}</span>
          </li>
        ))}
      </ul>
      <div class="row">
        <button class="primary" onClick={change}>
          Move the keys
        </button>
        <button onClick={drop}>Forget the plan</button>
      </div>
    </>
  );
}

interface ProgressProps {
  readonly ring: RingView;
  /** Undefined: somebody else began the change. */
  readonly before: RingView | undefined;
  readonly share: number | undefined;
}

/** By what nodes have gained: how many keys there are to move is known only when it is over. */
function Progress({ ring, before, share }: ProgressProps) {
  if (before === undefined || share === undefined) {
    return (
      <>
        <p>Keys are moving, and are served while they do.</p>
        <progress aria-label="Keys on the move" />
      </>
    );
  }
  const keysOf = (view: RingView, wanted?: string) =>
    view.nodes
      .filter(({ name }) => wanted === undefined || name === wanted)
      .reduce((sum, { keys }) => sum + (keys ?? 0), 0);
  const expected = Math.max(1, Math.round(keysOf(before) * share));
  const gained = ring.nodes.reduce(
    (sum, { name, keys }) => sum + Math.max(0, (keys ?? 0) - keysOf(before, name)),
    0,
  );
  return (
    <>
      <p>
        About {formatCount(Math.min(gained, expected))} of {plural(expected, 'key')} moved so far.
        Keys are served while they move.
      </p>
      <progress aria-label="Keys moved" max={expected} value={Math.min(gained, expected)} />
    </>
  );
}

/** A name that no node has: after a, b and c comes d. */
function nextName({ nodes }: RingView): string {
  const names = new Set(nodes.map(({ name }) => name));
  const candidates = [...'abcdefghijklmnopqrstuvwxyz'.split(''), `node-${nodes.length + 1}`];
  return candidates.find((name) => !names.has(name))!;
}
