/** A condition tree to be edited: by dragging, or by the buttons of each node. */
import { useState } from 'preact/hooks';
import { LeafFields } from './leaf-fields.tsx';
import { branchTypes, leafTypes, problemOf, type Draft } from './tree.ts';
import { Buttons } from './tree-buttons.tsx';
import { drop, setType, type Edit } from './tree-edits.ts';

/** What the service found at a node. */
export interface Explanation {
  /** Null: not looked at, since it would have changed nothing. */
  readonly outcome: boolean | null;
  readonly needs?: string;
  readonly actual?: unknown;
  readonly children?: readonly Explanation[];
}

interface TreeProps {
  readonly tree: Draft;
  readonly edit: (edit: Edit) => void;
  readonly explanation: Explanation | undefined;
  /** What the service refused, by the path of the node. */
  readonly refused: { readonly path: string; readonly detail: string } | undefined;
}

interface NodeProps extends TreeProps {
  readonly node: Draft;
  readonly path: string;
  /** The positions of the nodes in the order of evaluation. */
  readonly order: ReadonlyMap<number, number>;
  readonly dragged: number | undefined;
  readonly drag: (id: number | undefined) => void;
}

export function TreeView(props: TreeProps) {
  const [dragged, drag] = useState<number>();
  const order = new Map(flatten(props.tree).map(({ id }, i) => [id, i]));
  return (
    <ul class="tree">
      <Node {...props} node={props.tree} path="$" order={order} dragged={dragged} drag={drag} />
    </ul>
  );
}

const flatten = (node: Draft): Draft[] => [node, ...node.children.flatMap(flatten)];

function Node(props: NodeProps) {
  const { node, path, tree, edit, explanation, refused, order, dragged, drag } = props;
  const problem = refused?.path === path ? refused.detail : problemOf(node);
  const [isOver, setOver] = useState(false);
  const dropHere = dragged === undefined ? undefined : drop(tree, dragged, node.id);
  const classes = ['tree-node', outcomeOf(explanation), problem && 'wrong', isOver && 'over'];
  return (
    <li>
      <div
        role="group"
        aria-label={`${node.type}, ${path}`}
        class={classes.filter(Boolean).join(' ')}
        style={{ '--order': String(order.get(node.id)) }}
        onDragOver={(event) => {
          if (!dropHere) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (dropHere) edit(dropHere);
          drag(undefined);
        }}
      >
        <Handle
          isRoot={node.id === tree.id}
          drag={(isDragged) => drag(isDragged ? node.id : undefined)}
        />
        <TypeChoice node={node} edit={edit} />
        <LeafFields node={node} edit={edit} />
        <Light explanation={explanation} />
        <Buttons node={node} path={path} tree={tree} edit={edit} />
        {problem && <p class="tree-problem">{problem}</p>}
      </div>
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child, i) => (
            <Node
              {...props}
              key={child.id}
              node={child}
              path={`${path}.children[${i}]`}
              explanation={explanation?.children?.[i]}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

function outcomeOf(explanation: Explanation | undefined): string {
  if (explanation === undefined) return '';
  return explanation.outcome === null ? 'skipped' : explanation.outcome ? 'met' : 'unmet';
}

interface HandleProps {
  readonly isRoot: boolean;
  readonly drag: (isDragged: boolean) => void;
}

function Handle({ isRoot, drag }: HandleProps) {
  if (isRoot) return null;
  return (
    <span
      class="tree-handle"
      draggable
      title="Drag it to another place"
      aria-hidden="true"
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', 'condition');
        drag(true);
      }}
      onDragEnd={() => drag(false)}
    >
      ⠿
    </span>
  );
}

function TypeChoice({ node, edit }: { readonly node: Draft; readonly edit: NodeProps['edit'] }) {
  // A branch keeps its conditions, so it stays a branch while it has some.
  const types = node.children.length > 0 ? branchTypes : [...branchTypes, ...leafTypes];
  return (
    <select
      aria-label="Kind of condition"
      value={node.type}
      onChange={({ currentTarget: { value } }) => edit(setType(node.id, value as Draft['type']))}
    >
      {types.map((type) => (
        <option key={type}>{type}</option>
      ))}
    </select>
  );
}

function Light({ explanation }: { readonly explanation: Explanation | undefined }) {
  if (explanation === undefined) return null;
  const { outcome, needs } = explanation;
  const text = outcome === null ? 'not looked at' : outcome ? '✓ met' : '✗ not met';
  return (
    <span class="tree-light">
      {text}
      {needs && <span class="note"> – needs {needs}</span>}
    </span>
  );
}
