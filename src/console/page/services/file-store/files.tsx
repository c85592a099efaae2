/** The open folder, as a user sees it, and beside it the chosen item. */
import { useState } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { hawker } from '../../live/hawker.ts';
import { isGone, useAddressMember, useLoaded } from '../../live/hooks.ts';
import { LongList } from '../../parts/long-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { plural } from '../../live/format.ts';
import { FileDetails } from './file-details.tsx';
import { FolderDetails } from './folder-details.tsx';
import { DropArea } from './drop-area.tsx';
import { useShown } from '../../playground/shown.ts';
import { as, ownerOf, parseTrail, writeTrail, type Child, type Step } from './folder.ts';
import { NewFolder } from './new-folder.tsx';
import { ChildRow } from './row.tsx';
import { PutSomeFiles } from './some-files.tsx';
import { startUpload } from './uploads.ts';
import { UploadList } from './upload-list.tsx';

export function Files() {
  const [user, setUser] = useAddressMember('user');
  const [at, setAt] = useAddressMember('at');
  const trail = parseTrail(at);
  const go = (steps: readonly Step[]) => setAt(writeTrail(steps));
  return (
    <>
      <div class="spread">
        <Trail trail={trail} go={go} />
        <label class="row centred">
          <span>As user</span>
          <input
            defaultValue={user}
            placeholder="everybody"
            maxLength={128}
            size={14}
            onChange={({ currentTarget: { value } }) => setUser(value.trim())}
          />
        </label>
      </div>
      <Folder key={`${user} ${trail.at(-1)?.id}`} user={user} trail={trail} go={go} />
      <UploadList />
    </>
  );
}

interface PlaceProps {
  readonly trail: readonly Step[];
  readonly go: (steps: readonly Step[]) => void;
}

function Trail({ trail, go }: PlaceProps) {
  const steps = [{ id: 'root', name: 'All files' }, ...trail] as const;
  return (
    <nav class="trail" aria-label="Folders">
      <ol>
        {steps.map(({ id, name }, i) => (
          <li key={id}>
            <button
              aria-current={i === steps.length - 1 ? 'location' : undefined}
              onClick={() => go(trail.slice(0, i))}
            >
              {name}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Folder({ user, trail, go }: PlaceProps & { readonly user: string }) {
  const id = trail.at(-1)?.id ?? 'root';
  const { data, error, reload } = useLoaded(
    (signal) => hawker.fileStore.listChildren(id, { ...as(user), signal }),
    [id, user],
  );
  useChanges('file-store', reload, { counters: ['uploads', 'changes', 'trashed', 'restored'] });
  const [chosenId, choose] = useState<string>();
  const children = data?.children ?? [];
  const chosen = children.find((child) => child.id === chosenId);
  const folder = trail.at(-1);
  const place = { owner_id: ownerOf(user, folder), parent_id: folder?.id ?? '' };
  useShown({
    id: chosen?.id ?? folder?.id,
    owner_id: place.owner_id,
    'fileStoreUpload parent_id': folder?.id,
    'x-user-id': user || undefined,
  });
  const upload = (files: readonly File[]) => {
    for (const file of files) startUpload(file, place, user);
  };
  const open = ({ type, id: childId, name, owner_id: owner }: Child) =>
    type === 'folder' ? go([...trail, { id: childId, name, owner }]) : choose(childId);
  if (isGone(error)) {
    return <Gone name={folder?.name ?? id} leave={() => go(trail.slice(0, -1))} retry={reload} />;
  }
  return (
    <div class={`files ${chosen || folder ? 'beside' : ''}`}>
      <DropArea upload={upload}>
        {error && <Problem error={error} retry={reload} />}
        {data === undefined && !error && <p class="empty">Asking what is in the folder…</p>}
        {data !== undefined && children.length === 0 && (
          <Empty user={user} isTop={id === 'root'} done={reload} />
        )}
        {children.length > 0 && (
          <LongList
            label={plural(children.length, 'item')}
            items={children}
            keyOf={(child) => child.id}
            draw={(child) => <ChildRow child={child} />}
            choose={open}
            chosen={chosenId}
            maxHeight={476}
            phoneRowHeight={64}
          />
        )}
        {data?.next_cursor !== undefined && (
          <p class="note">These are the first {plural(children.length, 'item')}; there are more.</p>
        )}
        <NewFolder place={place} user={user} done={reload} />
      </DropArea>
      {chosen && (
        <FileDetails
          key={chosen.id}
          file={chosen}
          user={user}
          changed={reload}
          close={() => choose(undefined)}
        />
      )}
      {chosen === undefined && folder && (
        <FolderDetails folder={folder} user={user} left={() => go(trail.slice(0, -1))} />
      )}
    </div>
  );
}

interface GoneProps {
  readonly name: string;
  readonly leave: () => void;
  readonly retry: () => void;
}

/** A folder that somebody has deleted, or that a link names wrongly. */
const Gone = ({ name, leave, retry }: GoneProps) => (
  <section class="panel" aria-label="Files">
    <p class="empty">There is no folder {name} any more, or not for this user.</p>
    <div class="row">
      <button onClick={leave}>Leave the folder</button>
      <button onClick={retry}>Look again</button>
    </div>
  </section>
);

interface EmptyProps {
  readonly user: string;
  readonly isTop: boolean;
  readonly done: () => void;
}

function Empty({ user, isTop, done }: EmptyProps) {
  return (
    <div class="empty">
      <p>
        {isTop
          ? `No files${user === '' ? '' : ` that ${user} may see`} yet. Drop some here, or:`
          : 'Nothing is in this folder yet. Drop files here.'}
      </p>
      {isTop && <PutSomeFiles user={user} done={done} />}
    </div>
  );
}
