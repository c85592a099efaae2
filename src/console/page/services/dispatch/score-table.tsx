/** Orders against drivers: how well each pair suits, who got what, and whom the optimum would take. */
import { formatCount } from '../../live/format.ts';
export interface BatchOrder {
  readonly order_id: string;
  readonly driver_id: string | null;
  readonly candidates_total: number;
  readonly candidates: readonly Candidate[];
}

export interface Candidate {
  readonly driver_id: string;
  readonly km: number;
  readonly distance: number;
  readonly eta: number;
  readonly load: number;
  readonly priority: number;
  readonly wait: number;
  readonly starvation: number;
  readonly score: number;
}

interface ScoreTableProps {
  readonly orders: readonly BatchOrder[];
  /** What the optimum would do with orders that go to another driver: a driver, or null. */
  readonly changes: ReadonlyMap<string, string | null>;
  readonly chosen: BatchOrder | undefined;
  readonly choose: (orderId: string) => void;
}

const maxColumns = 12;
const maxRows = 50;

export function ScoreTable({ orders, changes, chosen, choose }: ScoreTableProps) {
  const drivers = columnsOf(orders, changes);
  const scores = orders.flatMap(({ candidates }) => candidates.map(({ score }) => score));
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const heat = (score: number) => (most === least ? 1 : (score - least) / (most - least));
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label="Score table">
        <table class="scores">
          <thead>
            <tr>
              <th scope="col">Order</th>
              {drivers.map((id) => (
                <th key={id} scope="col" class="number">
                  {id}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {orders.slice(0, maxRows).map((order) => (
              <tr key={order.order_id}>
                <th scope="row">
                  <button
                    class="plain"
                    aria-pressed={order === chosen}
                    onClick={() => choose(order.order_id)}
                  >
                    {order.order_id}
                  </button>
                </th>
                {drivers.map((id) => (
                  <Cell key={id} order={order} driverId={id} changes={changes} heat={heat} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">
        <b class="taken">●</b> got the order, <b class="better">◇</b> would get it from the optimum.
        {orders.length > maxRows &&
          ` The first ${maxRows} of ${formatCount(orders.length)} orders.`}
      </p>
    </>
  );
}

interface CellProps {
  readonly order: BatchOrder;
  readonly driverId: string;
  readonly changes: ReadonlyMap<string, string | null>;
  readonly heat: (score: number) => number;
}

function Cell({ order, driverId, changes, heat }: CellProps) {
  const { order_id, driver_id, candidates } = order;
  const candidate = candidates.find(({ driver_id: id }) => id === driverId);
  const isTaken = driver_id === driverId;
  const isBetter = changes.get(order_id) === driverId;
  const shade = candidate ? `${Math.round(heat(candidate.score) * 45)}%` : '0%';
  return (
    <td class="number" style={{ '--shade': shade }}>
      {isTaken && (
        <b class="taken" title="got the order">
          ●<span class="hidden">got the order</span>
        </b>
      )}
      {isBetter && (
        <b class="better" title="would get it from the optimum">
          ◇<span class="hidden">would get it from the optimum</span>
        </b>
      )}{' '}
      {candidate ? candidate.score.toFixed(3) : '–'}
    </td>
  );
}

/** Drivers who got an order, now or by the optimum, first; then those that suit best. */
function columnsOf(
  orders: readonly BatchOrder[],
  changes: ReadonlyMap<string, string | null>,
): string[] {
  const named = [...orders.map(({ driver_id }) => driver_id), ...changes.values()];
  const others = orders
    .flatMap(({ candidates }) => candidates)
    .toSorted((a, b) => b.score - a.score)
    .map(({ driver_id }) => driver_id);
  const all = new Set([...named, ...others].filter((id) => id !== null));
  return [...all].slice(0, maxColumns);
}
