/** Makes a folder in the one that is shown. */
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';
import { as } from './folder.ts';

interface NewFolderProps {
  readonly place: { readonly owner_id: string; readonly parent_id: string };
  readonly user: string;
  readonly done: () => void;
}

export function NewFolder({ place, user, done }: NewFolderProps) {
  const [error, setError] = useState<Error>();
  const submit = async (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    const { name = '' } = readForm(event);
    const made = await hawker.fileStore.createFolder({ ...place, name }, as(user)).result();
    setError(made.error);
    if (made.error !== undefined) return;
    form.reset();
    done();
  };
  return (
    <>
      <form class="row" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>New folder</span>
          <input name="name" required maxLength={256} />
        </label>
        <button>Make it</button>
        <span class="note">What is made here belongs to {place.owner_id}.</span>
      </form>
      {error && <Problem error={error} />}
    </>
  );
}
