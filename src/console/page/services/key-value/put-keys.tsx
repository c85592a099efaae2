/** Something to look at: many keys, which are gone after an hour. */
import { useState } from 'preact/hooks';
import { formatCount, plural } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { Problem } from '../../parts/problem.tsx';

const count = 200;
const lifeSeconds = '3600';
/** Requests that are under way at the same time. */
const lanes = 4;

export function PutKeys({ keys, done }: { readonly keys: number; readonly done: () => void }) {
  const [progress, setProgress] = useState<string>();
  const [error, setError] = useState<Error>();
  const put = async () => {
    setError(undefined);
    try {
      await putAll((sent) => setProgress(`${formatCount(sent)} of ${formatCount(count)} are put`));
    } catch (failure) {
      setError(failure as Error);
    }
    setProgress(undefined);
    done();
  };
  return (
    <section class="panel" aria-labelledby="keys">
      <h2 id="keys">{keys === 0 ? 'No keys yet' : plural(keys, 'key')}</h2>
      <div class="row centred">
        <button disabled={progress !== undefined} onClick={() => void put()}>
          Put {formatCount(count)} keys to look at
        </button>
        <span role="status">{progress}</span>
      </div>
      <p class="note">They begin with “demo:”, and expire after an hour.</p>
      {error && <Problem error={error} />}
    </section>
  );
}

async function putAll(tell: (sent: number) => void): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < count; i = next++) {
      await hawker.keyValue.put(`demo:${i}`, `value ${i}`, { ttl: lifeSeconds });
      if (i % 20 === 0) tell(i);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
