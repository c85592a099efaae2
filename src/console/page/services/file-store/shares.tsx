/** The readers and writers of an item, by what was granted on it and on the folders around it. */
import { useState } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';
import { as } from './folder.ts';

interface SharesProps {
  readonly kind: 'file' | 'folder';
  readonly id: string;
  readonly user: string;
}

export function Shares({ kind, id, user }: SharesProps) {
  const { fileStore } = hawker;
  const isFile = kind === 'file';
  const { data, error, reload } = useLoaded(
    (signal) =>
      isFile
        ? fileStore.listFileShares(id, { ...as(user), signal })
        : fileStore.listFolderShares(id, { ...as(user), signal }),
    [kind, id, user],
  );
  useChanges('file-store', reload, { counters: ['changes'] });
  const [refusal, setRefusal] = useState<Error>();
  const grant = async (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    const { user_id = '', permission } = readForm(event);
    const share = { user_id, permission: permission as 'read' | 'write' };
    const { error: refused } = isFile
      ? await fileStore.shareFile(id, share, as(user)).result()
      : await fileStore.shareFolder(id, share, as(user)).result();
    setRefusal(refused);
    if (refused === undefined) form.reset();
    reload();
  };
  const takeBack = async (from: string) => {
    const { error: refused } = isFile
      ? await fileStore.unshareFile(id, from, as(user)).result()
      : await fileStore.unshareFolder(id, from, as(user)).result();
    setRefusal(refused);
    reload();
  };
  const isOwn = (from: string) => from === (isFile ? 'file' : id);
  return (
    <section aria-labelledby="shares">
      <h3 id="shares">Shared with</h3>
      {error && <Problem error={error} retry={reload} />}
      {data?.shares.length === 0 && <p class="note">Nobody but the owner sees it.</p>}
      <ul class="lines">
        {data?.shares.map(({ user_id, permission, from }) => (
          <li key={`${from} ${user_id}`}>
            <b>{user_id}</b>
            <span>may {permission}</span>
            {isOwn(from) ? (
              <button
                aria-label={`Take it back from ${user_id}`}
                onClick={() => void takeBack(user_id)}
              >
                Take back
              </button>
            ) : (
              <span class="note">by {from}</span>
            )}
          </li>
        ))}
      </ul>
      <form class="row" onSubmit={(event) => void grant(event)}>
        <label class="field">
          <span>User</span>
          <input name="user_id" required maxLength={128} size={12} />
        </label>
        <label class="field">
          <span>May</span>
          <select name="permission">
            <option>read</option>
            <option>write</option>
          </select>
        </label>
        <button>Share</button>
      </form>
      {refusal && <Problem error={refusal} />}
    </section>
  );
}
