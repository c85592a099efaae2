/** The open folder: its readers, its name, and its end. */
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { Problem } from '../../parts/problem.tsx';
import { as, type Step } from './folder.ts';
import { Shares } from './shares.tsx';

interface FolderDetailsProps {
  readonly folder: Step;
  readonly user: string;
  /** It is gone. */
  readonly left: () => void;
}

export function FolderDetails({ folder: { id, name, owner }, user, left }: FolderDetailsProps) {
  const [error, setError] = useState<Error>();
  const remove = async () => {
    if (!confirm(`Delete ${name}, with all that is in it?`)) return;
    const members = { recursive: true, ...as(user) };
    const { error: refusal } = await hawker.fileStore.deleteFolder(id, members).result();
    setError(refusal);
    if (refusal === undefined) left();
  };
  return (
    <section class="panel details" aria-labelledby="chosen">
      <h2 id="chosen">{name}</h2>
      <p class="note">
        <code>{id}</code> of {owner}
      </p>
      <div class="row">
        <button onClick={() => void remove()}>Delete the folder</button>
      </div>
      {error && <Problem error={error} />}
      <Shares kind="folder" id={id} user={user} />
    </section>
  );
}
