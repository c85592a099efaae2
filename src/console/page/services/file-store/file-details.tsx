/** The file that was chosen: what it is, its versions, its shares and its links. */
import { useState } from 'preact/hooks';
import { formatSize } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useOpened } from '../../parts/opened.ts';
import { Problem } from '../../parts/problem.tsx';
import { Download } from './download.tsx';
import { as, type Child } from './folder.ts';
import { Links } from './links.tsx';
import { Rename } from './rename.tsx';
import { Shares } from './shares.tsx';
import { Versions } from './versions.tsx';

interface FileDetailsProps {
  readonly file: Child;
  readonly user: string;
  /** It has another name, or is gone. */
  readonly changed: () => void;
  readonly close: () => void;
}

export function FileDetails({ file, user, changed, close }: FileDetailsProps) {
  const { id, name, owner_id, size = 0, mime_type, content_hash = '', version = 1 } = file;
  const section = useOpened();
  const [error, setError] = useState<Error>();
  const remove = async () => {
    if (!confirm(`Delete ${name}, with all of its versions?`)) return;
    setError((await hawker.fileStore.delete(id, as(user)).result()).error);
    changed();
  };
  const rename = async (next: string) => {
    const result = await hawker.fileStore.changeFile(id, { name: next }, as(user)).result();
    changed();
    return result;
  };
  return (
    <section class="panel details" aria-labelledby="chosen" ref={section}>
      <div class="spread">
        <h2 id="chosen" tabIndex={-1}>
          {name}
        </h2>
        <button onClick={close}>Close</button>
      </div>
      <p class="note">
        <code>{id}</code> of {owner_id}, {formatSize(size)}, {mime_type}
      </p>
      <p class="note">
        SHA-256 <code class="hash">{content_hash}</code>
      </p>
      <div class="row">
        <Download id={id} name={name} user={user}>
          Download
        </Download>
        <button onClick={() => void remove()}>Delete</button>
      </div>
      {error && <Problem error={error} />}
      <Rename name={name} rename={rename} />
      <Versions key={`versions ${version}`} file={file} user={user} />
      <Shares kind="file" id={id} user={user} />
      <Links id={id} user={user} />
    </section>
  );
}
