/**
 * Recomputes a draw from what the service has published, by the browser's own SHA-256. The formula
 * is that of services/flash-sale/lottery/draw.ts, written a second time: a proof that runs the drawing
 * party's own code would prove nothing.
 */
export interface PublishedDraw {
  readonly round: number;
  readonly drawn: boolean;
  readonly commitment: string;
  readonly seed?: string;
  readonly entries_digest?: string;
  readonly entries?: readonly string[];
  readonly winners?: readonly string[];
}

export type Proof =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'recomputed';
      readonly entries: number;
      readonly winners: number;
      /** What does not hold; empty if the draw was fair. */
      readonly failures: readonly string[];
    };

export async function prove(draw: PublishedDraw): Promise<Proof> {
  const { round, drawn, commitment, seed = '', entries_digest, entries = [], winners = [] } = draw;
  if (!drawn) return { kind: 'open' };
  const digest = await sha256(entries.join('\n'));
  const tickets = await Promise.all(
    entries.map(async (entry) => ({
      entry,
      ticket: await sha256(`${seed}:${round}:${digest}:${entry}`),
    })),
  );
  const best = tickets
    .toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1))
    .slice(0, winners.length)
    .map(({ entry }) => entry);
  const checks = [
    { holds: (await sha256(seed)) === commitment, failure: 'the seed is another one' },
    { holds: digest === entries_digest, failure: 'the list of entries was changed' },
    { holds: best.join() === winners.join(), failure: 'others have the least tickets' },
  ];
  const failures = checks.filter(({ holds }) => !holds).map(({ failure }) => failure);
  return { kind: 'recomputed', entries: entries.length, winners: winners.length, failures };
}

/** Lower-case hexadecimal. */
async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
