/** Something to look at: links of which each is followed some times. */
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { Problem } from '../../parts/problem.tsx';

// They lead to pages of this console: there is no other that is surely there.
const examples = [
  { path: '/services/flash-sale?from=mail', tags: ['mail'], follows: 12 },
  { path: '/services/file-store', tags: ['poster'], follows: 5 },
  { path: '/services/video-catalog', tags: ['mail'], max_clicks: 3, follows: 3 },
];

export function SomeLinks({ done }: { readonly done: (code: string) => void }) {
  const [error, setError] = useState<Error>();
  const [isRunning, setRunning] = useState(false);
  const make = async () => {
    setRunning(true);
    try {
      done(await makeAndFollow());
    } catch (failure) {
      setError(failure as Error);
    }
    setRunning(false);
  };
  return (
    <>
      <button disabled={isRunning} onClick={() => void make()}>
        Make three links and follow them
      </button>
      {error && <Problem error={error} />}
    </>
  );
}

/** Yields the code of the first. */
async function makeAndFollow(): Promise<string> {
  const codes: string[] = [];
  for (const { follows, path, ...life } of examples) {
    const url = location.origin + path;
    const { code } = await hawker.urlShortener.shorten({ url, ...life });
    codes.push(code);
    for (let i = 0; i < follows; i++) await follow(code);
  }
  return codes[0]!;
}

/** Browsers keep a redirect for a while: asked for without that, each one counts. */
const follow = (code: string) =>
  fetch(`/api/url-shortener/${code}`, { redirect: 'manual', cache: 'no-store' });
