/** What each node of a condition tree can be made to do without a mouse. */
import { isBranch, newNode, type Draft } from './tree.ts';
import { append, remove, step, type Direction, type Edit } from './tree-edits.ts';

const directions: readonly { direction: Direction; sign: string; name: string }[] = [
  { direction: 'up', sign: '↑', name: 'Move up' },
  { direction: 'down', sign: '↓', name: 'Move down' },
  { direction: 'in', sign: '→', name: 'Move into the branch above' },
  { direction: 'out', sign: '←', name: 'Move out of its branch' },
];

interface ButtonsProps {
  readonly node: Draft;
  readonly path: string;
  readonly tree: Draft;
  readonly edit: (edit: Edit) => void;
}

export function Buttons({ node, path, tree, edit }: ButtonsProps) {
  return (
    <span class="tree-buttons">
      {isBranch(node) && (
        <button
          aria-label={`Add a condition to ${path}`}
          onClick={() => edit(append(node.id, newNode('MinTransaction')))}
        >
          + condition
        </button>
      )}
      {node.id !== tree.id && (
        <>
          {directions.map(({ direction, sign, name }) => {
            const move = step(tree, node.id, direction);
            return (
              <button
                key={direction}
                aria-label={`${name}: ${path}`}
                title={name}
                disabled={!move}
                onClick={() => move && edit(move)}
              >
                {sign}
              </button>
            );
          })}
          <button
            aria-label={`Remove ${path}`}
            title="Remove"
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget);
              edit(remove(node.id));
            }}
          >
            ×
          </button>
        </>
      )}
    </span>
  );
}

/** A button that goes with its node leaves the focus to the next one, or to the branch they were in. */
function focusBeside(button: HTMLElement) {
  const item = button.closest('li')!;
  const near =
    item.nextElementSibling ?? item.previousElementSibling ?? item.parentElement!.closest('li');
  near!.querySelector<HTMLElement>('.tree-buttons > button:last-child')!.focus();
}
