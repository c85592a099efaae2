/** Every version of a file, the latest first, and the next one. */
import { useRef } from 'preact/hooks';
import { formatInstant, formatSize, plural } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';
import { Download } from './download.tsx';
import { as, type Child } from './folder.ts';
import { startUpload } from './uploads.ts';

/** Older ones are there, and shown by the service's own list. */
const shown = 20;

export function Versions({ file, user }: { readonly file: Child; readonly user: string }) {
  const { id, name } = file;
  const { data, error, reload } = useLoaded(
    (signal) => hawker.fileStore.listVersions(id, { content: false, ...as(user), signal }),
    [id, user],
  );
  const input = useRef<HTMLInputElement>(null);
  const versions = data?.versions.toReversed() ?? [];
  return (
    <section aria-labelledby="versions">
      <div class="spread">
        <h3 id="versions">Versions</h3>
        <button onClick={() => input.current!.click()}>Upload the next</button>
        <input
          ref={input}
          class="hidden"
          type="file"
          tabIndex={-1}
          aria-label={`Next version of ${name}`}
          onChange={({ currentTarget }) => {
            const [next] = currentTarget.files ?? [];
            if (next !== undefined) startUpload(next, { file_id: id }, user);
            currentTarget.value = '';
          }}
        />
      </div>
      {error && <Problem error={error} retry={reload} />}
      <ol class="lines">
        {versions.slice(0, shown).map(({ version, size, created_at }) => (
          <li key={version}>
            <Download id={id} name={name} user={user} version={version}>
              version {version}
            </Download>
            <span>{formatSize(size)}</span>
            <span class="note">{formatInstant(created_at)}</span>
          </li>
        ))}
      </ol>
      {versions.length > shown && (
        <p class="note">and {plural(versions.length - shown, 'earlier one')}</p>
      )}
    </section>
  );
}
