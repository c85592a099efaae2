/** One line of a folder. */
import { formatInstant, formatSize } from '../../live/format.ts';
import type { Child } from './folder.ts';

export function ChildRow({ child }: { readonly child: Child }) {
  const { type, name, owner_id: owner, size, version = 1, updated_at, created_at } = child;
  const shares = Object.keys(child.shared_with).length;
  return (
    <>
      <ItemIcon type={type} />
      <span class="name" title={name}>
        {name}
        {type === 'folder' && <span class="hidden"> (folder)</span>}
      </span>
      {shares > 0 && <span class="state">shared with {shares}</span>}
      {version > 1 && <span class="state">version {version}</span>}
      <span class="owner">{owner}</span>
      <span class="size">{size === undefined ? '' : formatSize(size)}</span>
      <span class="when">{formatInstant(updated_at ?? created_at)}</span>
    </>
  );
}

function ItemIcon({ type }: Pick<Child, 'type'>) {
  return (
    <svg class={`item ${type}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {type === 'folder' ? (
        <path d="M1.5 3.5h4.6l1.6 1.8h6.8v7.7h-13z" />
      ) : (
        <path d="M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3" />
      )}
    </svg>
  );
}
