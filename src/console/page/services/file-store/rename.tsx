/** Another name. */
import { useState } from 'preact/hooks';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';

interface RenameProps {
  readonly name: string;
  readonly rename: (name: string) => Promise<{ readonly error?: Error | undefined }>;
}

export function Rename({ name, rename }: RenameProps) {
  const [error, setError] = useState<Error>();
  const submit = async (event: SubmitEvent) => {
    const { name: next = '' } = readForm(event);
    setError((await rename(next)).error);
  };
  return (
    <form class="row" onSubmit={(event) => void submit(event)}>
      <label class="field">
        <span>Name</span>
        <input key={name} name="name" defaultValue={name} required maxLength={256} />
      </label>
      <button>Rename</button>
      {error && <Problem error={error} />}
    </form>
  );
}
