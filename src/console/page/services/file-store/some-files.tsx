/** Something to look at: a folder with two versions of a file, shared with somebody. */
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { Problem } from '../../parts/problem.tsx';
import { as, ownerOf } from './folder.ts';

export function PutSomeFiles({ user, done }: { readonly user: string; readonly done: () => void }) {
  const [error, setError] = useState<Error>();
  const [isRunning, setRunning] = useState(false);
  const put = async () => {
    setRunning(true);
    try {
      await putFiles(user);
      done();
    } catch (failure) {
      setError(failure as Error);
    }
    setRunning(false);
  };
  return (
    <>
      <button disabled={isRunning} onClick={() => void put()}>
        Put some files there
      </button>
      {error && <Problem error={error} />}
    </>
  );
}

/** @throws HawkerError */
async function putFiles(user: string): Promise<void> {
  const { fileStore } = hawker;
  const owner_id = ownerOf(user);
  const { id: parent_id } = await fileStore.createFolder({ name: 'Receipts', owner_id }, as(user));
  const tea = 'Green tea, 2 packets';
  const { file } = await fileStore.upload(tea, {
    name: 'june.txt',
    owner_id,
    parent_id,
    ...as(user),
  });
  await fileStore.update(file.id, `${tea}\nRice, 1 kg`, as(user));
  await fileStore.shareFolder(parent_id, { user_id: 'bob', permission: 'read' }, as(user));
  await fileStore.upload('Buy milk', { name: 'notes.txt', owner_id, ...as(user) });
}
