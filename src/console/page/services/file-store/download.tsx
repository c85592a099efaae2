/** A link to the bytes of a file. Under identity the browser cannot follow it: they are fetched here. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { currentToken } from '../../live/token.ts';
import { Problem } from '../../parts/problem.tsx';
import { as } from './folder.ts';

interface DownloadProps {
  readonly id: string;
  readonly name: string;
  readonly user: string;
  /** The latest by default. */
  readonly version?: number;
  readonly children: ComponentChildren;
}

export function Download({ id, name, user, version, children }: DownloadProps) {
  const [error, setError] = useState<Error>();
  const query = version === undefined ? '' : `?version=${version}`;
  const fetchIt = async (event: MouseEvent) => {
    // Links carry neither a token nor a user.
    if (currentToken() === undefined && user === '') return;
    event.preventDefault();
    const members = { ...as(user), ...(version !== undefined && { version }) };
    const { data, error: refusal } = await hawker.fileStore.download(id, members).result();
    setError(refusal);
    if (data !== undefined) save(await data.blob(), name);
  };
  return (
    <>
      <a
        href={`/api/file-store/files/${id}/download${query}`}
        download={name}
        onClick={(event) => void fetchIt(event)}
      >
        {children}
      </a>
      {error && <Problem error={error} />}
    </>
  );
}

function save(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
