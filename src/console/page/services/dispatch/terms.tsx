/** What the scores of one order are made of. */
import { formatNumber } from '../../live/format.ts';
import type { BatchOrder } from './score-table.tsx';

const terms = ['distance', 'eta', 'load', 'priority', 'wait'] as const;

interface TermsProps {
  readonly order: BatchOrder;
  readonly weights: Readonly<Record<(typeof terms)[number], number>>;
}

export function Terms({ order, weights }: TermsProps) {
  const { order_id, candidates, candidates_total: total } = order;
  return (
    <>
      <h3>What the scores of {order_id} are made of</h3>
      {candidates.length === 0 ? (
        <p class="empty">No driver was near enough.</p>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label={`Terms of ${order_id}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Driver</th>
                <th scope="col" class="number">
                  km
                </th>
                {terms.map((term) => (
                  <th key={term} scope="col" class="number">
                    {term} × {weights[term]}
                  </th>
                ))}
                <th scope="col" class="number">
                  starvation
                </th>
                <th scope="col" class="number">
                  Score
                </th>
              </tr>
            </thead>
            <tbody>
              {candidates.map((candidate) => (
                <tr key={candidate.driver_id}>
                  <th scope="row">{candidate.driver_id}</th>
                  <td class="number">{formatNumber(candidate.km)}</td>
                  {terms.map((term) => (
                    <td key={term} class="number">
                      {candidate[term].toFixed(2)}
                    </td>
                  ))}
                  <td class="number">{candidate.starvation.toFixed(2)}</td>
                  <td class="number">
                    <b>{candidate.score.toFixed(3)}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {total > candidates.length && (
        <p class="note">
          The best {candidates.length} of {total}.
        </p>
      )}
    </>
  );
}
