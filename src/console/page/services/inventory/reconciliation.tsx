/** Whether the operational store and the record agree, and why where they do not. */
import { formatClock, formatCount, plural } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { serviceNow } from '../../live/overview.ts';
import { Problem } from '../../parts/problem.tsx';

type Report = Awaited<ReturnType<typeof hawker.inventory.reconcile>>;

export function Reconciliation() {
  const { data, error, reload } = useLoaded(
    async () => ({ report: await hawker.inventory.reconcile(), at: serviceNow() }),
    [],
  );
  return (
    <section class="panel" aria-labelledby="reconciliation">
      <div class="spread">
        <h2 id="reconciliation">Reconciliation</h2>
        <button onClick={reload}>Reconcile now</button>
      </div>
      {error && <Problem error={error} retry={reload} />}
      {data && (
        <>
          <Verdict report={data.report} at={data.at} />
          <Findings report={data.report} />
        </>
      )}
    </section>
  );
}

function Verdict({ report, at }: { readonly report: Report; readonly at: number }) {
  const { checked, differences, unbalanced, postponed, rejected } = report;
  const unexplained = differences.filter((one) => one.explained_by === null).length;
  const isGood = unexplained + unbalanced.length + rejected.length === 0;
  return (
    <>
      <p class={isGood ? 'reconciliation-agrees' : 'reconciliation-differs'} role="status">
        {isGood
          ? '✓ Stock and record agree'
          : `Findings that somebody must look at: ${formatCount(unexplained + unbalanced.length + rejected.length)}`}
        . {plural(checked, 'pair')} of hub and SKU compared at {formatClock(at)}.
      </p>
      {postponed > 0 && (
        <p class="note">
          {plural(postponed, 'pair was', 'pairs were')} not compared: too many movements wait to be
          recorded.
        </p>
      )}
    </>
  );
}

function Findings({ report }: { readonly report: Report }) {
  const { differences, unbalanced, rejected } = report;
  const rows = [
    ...differences.map(({ hub_id, sku, operational, recorded, explained_by }) => ({
      where: `${sku} at ${hub_id}`,
      what: `the store has ${formatCount(operational)}, the record ${formatCount(recorded)}`,
      why:
        explained_by === 'outbox'
          ? 'Explained: exactly what waits in the outbox accounts for it. It goes away by itself.'
          : 'Not explained: a movement was lost, or a store was restored from an older state.',
      isBad: explained_by === null,
    })),
    ...unbalanced.map(({ hub_id, sku, loaded, available, held, confirmed }) => ({
      where: `${sku} at ${hub_id}`,
      what: `${formatCount(loaded)} loaded, but ${formatCount(available)} available + ${formatCount(held)} held + ${formatCount(confirmed)} confirmed`,
      why: 'Its ledger does not add up: the rows were changed by something else.',
      isBad: true,
    })),
    ...rejected.map(({ entry_id, hub_id, failures, reason, retry_at }) => ({
      where: `${entry_id} of ${hub_id}`,
      what: `rejected by the record ${plural(failures, 'time')}: ${reason}`,
      why: `It is tried again at ${formatClock(retry_at)}.`,
      isBad: true,
    })),
  ];
  return (
    <ul class="reconciliation-findings">
      {rows.map(({ where, what, why, isBad }) => (
        <li key={where + what} class={isBad ? 'bad' : undefined}>
          <b>{where}</b>: {what}. <span class="note">{why}</span>
        </li>
      ))}
    </ul>
  );
}
