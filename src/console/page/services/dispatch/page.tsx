/** Dispatch, both variants: the board on a map, open orders, and batches with their scores. */
import { useEffect } from 'preact/hooks';
import { useAddressMember } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';
import { useShown } from '../../playground/shown.ts';
import { ServiceFrame } from '../service-frame.tsx';
import { Batches } from './batches.tsx';
import { BoardMap } from './board-map.tsx';
import './dispatch.css';
import { FollowedOrder } from './followed.tsx';
import { OpenedBatch } from './opened-batch.tsx';
import { OpenOrders } from './open-orders.tsx';
import { StartShift } from './start-shift.tsx';
import { useBoard } from './use-board.ts';
import { useFollowed } from './use-followed.ts';
import { isVariant, variants, type Variant } from './variant.ts';

const names: Readonly<Record<Variant, string>> = {
  'dispatch-a': 'A: drivers in turn, then by hand',
  'dispatch-b': 'B: from hubs, best pair first',
};

/** The prefixes of the ids of operations. */
const prefixes: Readonly<Record<Variant, string>> = {
  'dispatch-a': 'dispatchA',
  'dispatch-b': 'dispatchB',
};

const first = ['ReportLocation', 'Submit', 'ListAssignments', 'Accept', 'Cancel', 'ShowOrder'];

export function DispatchPage() {
  const [text, choose] = useAddressMember('variant', 'dispatch-a');
  const [, open] = useAddressMember('batch');
  const [orderId, follow] = useAddressMember('order');
  const variant = isVariant(text) ? text : 'dispatch-a';
  const found = useFollowed(orderId, variant);
  useEffect(() => {
    if (found.data) choose(found.data.variant);
  }, [found.data]);
  return (
    <ServiceFrame
      page="dispatch"
      service={variant}
      first={first.map((name) => prefixes[variant] + name)}
    >
      <div class="row" role="group" aria-label="Variant">
        {variants.map((name) => (
          <button
            key={name}
            aria-pressed={name === variant}
            onClick={() => {
              open('');
              follow('');
              choose(name);
            }}
          >
            {names[name]}
          </button>
        ))}
      </div>
      <OnTheRoad key={variant} variant={variant} orderId={orderId} found={found} follow={follow} />
    </ServiceFrame>
  );
}

interface OnTheRoadProps {
  readonly variant: Variant;
  /** The order that is followed; empty: none. */
  readonly orderId: string;
  readonly found: ReturnType<typeof useFollowed>;
  readonly follow: (orderId: string) => void;
}

function OnTheRoad({ variant, orderId, found, follow }: OnTheRoadProps) {
  const { board, error } = useBoard(variant);
  const [opened, open] = useAddressMember('batch');
  const [driver] = board.drivers.keys();
  const [order] = board.orders.keys();
  const prefix = prefixes[variant];
  useShown({
    [`${prefix}ShowDriver driver_id`]: driver,
    [`${prefix}ListAssignments driver_id`]: driver,
    [`${prefix}ShowOrder order_id`]: order,
    [`${prefix}ShowBatch batch_id`]: opened || undefined,
  });
  if (error) return <Problem error={error} retry={() => location.reload()} />;
  return (
    <>
      {orderId !== '' && (
        <FollowedOrder orderId={orderId} board={board} found={found} end={() => follow('')} />
      )}
      <BoardMap board={board} followed={orderId} />
      <StartShift
        variant={variant}
        board={board}
        isFirst={board.version > 0 && board.drivers.size === 0}
      />
      <div class="panels">
        <OpenOrders board={board} followed={orderId} follow={follow} />
        <Batches
          variant={variant}
          ordersVersion={board.ordersVersion}
          opened={opened}
          open={open}
        />
      </div>
      {opened !== '' && <OpenedBatch key={opened} variant={variant} batchId={opened} />}
    </>
  );
}
