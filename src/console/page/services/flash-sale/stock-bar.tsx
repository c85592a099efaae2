/** Where every unit that was loaded is: one bar, whose parts add up. */
import { formatCount, plural } from '../../live/format.ts';
import { toneOf } from '../../parts/tones.ts';

interface StockView {
  readonly product_id: string;
  readonly loaded: number;
  readonly available: number;
  readonly held: number;
  readonly confirmed: number;
  readonly released: number;
  readonly expired: number;
}

export function StockBar({ view }: { readonly view: StockView }) {
  const { product_id, loaded, available, held, confirmed, released, expired } = view;
  const parts = [
    { name: 'confirmed', units: confirmed },
    { name: 'held', units: held },
    { name: 'available', units: available },
  ];
  const spoken = parts.map(({ name, units }) => `${formatCount(units)} ${name}`).join(', ');
  return (
    <>
      <div class="spread">
        <h2>{product_id}</h2>
        <span class="note">{plural(loaded, 'unit')} loaded</span>
      </div>
      <svg
        class="stock-bar"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        role="img"
        aria-label={`Of ${plural(loaded, 'unit')}: ${spoken}`}
      >
        {parts.map(({ name, units }, i) => {
          const before = parts.slice(0, i).reduce((sum, part) => sum + part.units, 0);
          const share = (count: number) => (loaded === 0 ? 0 : (count / loaded) * 100);
          return (
            <rect
              key={name}
              class={`tone-${toneOf(name)}`}
              x={share(before)}
              width={share(units)}
              height="10"
            />
          );
        })}
      </svg>
      <dl class="amounts">
        {parts.map(({ name, units }) => (
          <div key={name} class={`tone-${toneOf(name)}`}>
            <dt>{name}</dt>
            <dd>{formatCount(units)}</dd>
          </div>
        ))}
        <div>
          <dt>given back</dt>
          <dd>{formatCount(released - expired)}</dd>
        </div>
        <div>
          <dt>not confirmed in time</dt>
          <dd>{formatCount(expired)}</dd>
        </div>
      </dl>
    </>
  );
}
