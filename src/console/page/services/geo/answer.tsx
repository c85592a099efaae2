/** Which hub serves a place, through which tiers that was found, and how long each took. */
import { formatInstant, formatMs, formatNumber } from '../../live/format.ts';

interface Tier {
  readonly tier: string;
  readonly ms: number;
  readonly outcome: string;
}

interface Candidate {
  readonly hub_id: string;
  readonly hub_name: string;
  readonly distance_km: number;
  readonly terms: { readonly distance: number; readonly stock: number; readonly rider: number };
  readonly score: number;
  readonly paused?: boolean;
  readonly closed?: boolean;
}

export interface Located {
  readonly serviceable: boolean;
  readonly hub_id?: string;
  readonly hub_name?: string;
  readonly distance_km?: number;
  readonly eta_minutes?: number;
  readonly tier?: string;
  readonly reason?: string;
  readonly opens_at?: number;
  readonly tiers_tried: readonly Tier[];
  readonly candidates?: readonly Candidate[];
}

const tierNames: Readonly<Record<string, string>> = {
  redis: 'what is cached of its hexagon',
  database: 'hubs that list its hexagon',
  distance: 'the nearest hub that reaches it',
  ip: 'the city of the address that asks',
  default: 'the hub for everywhere else',
};

interface AnswerProps {
  readonly located: Located;
  /** From here to the service and back, milliseconds. */
  readonly tripMs: number;
  /** The next answer is under way. */
  readonly isOld: boolean;
}

export function Answer({ located, tripMs, isOld }: AnswerProps) {
  const { tiers_tried: tiers, candidates = [] } = located;
  const sum = tiers.reduce((all, { ms }) => all + ms, 0);
  return (
    <div class="geo-answer" role="status" aria-busy={isOld}>
      <Verdict located={located} />
      <ol class="tiers" aria-label="Tiers">
        {tiers.map(({ tier, ms, outcome }) => (
          <li key={tier} class={outcome}>
            <b>{tier}</b> <span class="note">{tierNames[tier]}</span>
            <span class="outcome">
              {outcome}, {formatMs(ms)}
            </span>
          </li>
        ))}
      </ol>
      <p class="note">
        {formatMs(sum)} in the service, {formatMs(tripMs)} with the way there and back.
      </p>
      {candidates.length > 1 && <Candidates candidates={candidates} />}
    </div>
  );
}

function Verdict({ located }: { readonly located: Located }) {
  const { serviceable, hub_name, distance_km = 0, eta_minutes = 0, reason, opens_at } = located;
  if (serviceable) {
    return (
      <p class="served good">
        <b>{hub_name}</b> serves it: {formatNumber(distance_km)} km,{' '}
        {eta_minutes === 0 ? 'under a minute' : `${eta_minutes} min`}
      </p>
    );
  }
  return (
    <p class="served unserved">
      <b>Nobody serves it{reason && `: ${reason}`}</b>
      {opens_at !== undefined && `, opens ${formatInstant(opens_at)}`}
    </p>
  );
}

function Candidates({ candidates }: { readonly candidates: readonly Candidate[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Hubs that could serve it">
      <table>
        <thead>
          <tr>
            <th scope="col">Hub</th>
            <th scope="col" class="number">
              km
            </th>
            <th scope="col" class="number">
              distance
            </th>
            <th scope="col" class="number">
              stock
            </th>
            <th scope="col" class="number">
              riders
            </th>
            <th scope="col" class="number">
              Score
            </th>
          </tr>
        </thead>
        <tbody>
          {candidates.map(({ hub_id, hub_name, distance_km, terms, score, paused, closed }) => (
            <tr key={hub_id}>
              <th scope="row">
                {hub_name}
                {paused ? ' (paused)' : closed ? ' (closed)' : ''}
              </th>
              <td class="number">{formatNumber(distance_km)}</td>
              <td class="number">{terms.distance.toFixed(2)}</td>
              <td class="number">{terms.stock.toFixed(2)}</td>
              <td class="number">{terms.rider.toFixed(2)}</td>
              <td class="number">{score.toFixed(3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
