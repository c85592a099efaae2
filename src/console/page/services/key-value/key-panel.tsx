/** Where a key lies, and what its value is. */
import { useEffect, useState } from 'preact/hooks';
import { formatCount } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';

export interface Located {
  readonly key: string;
  readonly position: number;
  readonly node: string;
}

interface KeyPanelProps {
  /** The version of the ring: a key may have another owner in another version. */
  readonly version: number;
  readonly located: (located: Located | undefined) => void;
}

export function KeyPanel({ version, located }: KeyPanelProps) {
  const [key, setKey] = useState('');
  const { data, error } = useLoaded(
    key === '' ? undefined : (signal) => hawker.keyValueConsole.locate({ key, signal }),
    [key, version],
  );
  useEffect(() => located(data), [data]);
  return (
    <section class="panel" aria-labelledby="key">
      <h2 id="key">Where a key lies</h2>
      <label class="field">
        <span>Key</span>
        <input
          value={key}
          placeholder="cart:ann"
          maxLength={512}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
      {error && <Problem error={error} />}
      {key === '' && <p class="note">Write any key: the ring shows where it is, or would be.</p>}
      {data && (
        <p role="status">
          <b>{data.key}</b> lies at {formatCount(data.position)}; the next virtual node is at{' '}
          {formatCount(data.virtual_node)}, of node <b>{data.node}</b>.
        </p>
      )}
    </section>
  );
}
