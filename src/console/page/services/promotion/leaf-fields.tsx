/** What a condition compares with. */
import type { TargetedInputEvent } from 'preact';
import { isBranch, operatorsOf, type Draft } from './tree.ts';
import { change, type Edit } from './tree-edits.ts';

const operatorNames: Readonly<Record<string, string>> = {
  '': 'at most',
  gte: 'at least',
  gt: 'more than',
  eq: 'exactly',
  between: 'between',
  in: 'among',
};

const nouns: Readonly<Record<string, string>> = {
  MinTransaction: 'Cart total',
  FirstNOrder: 'Orders of the customer',
  Area: 'Hubs, with commas between',
  Category: 'Categories, with commas between',
};

interface LeafFieldsProps {
  readonly node: Draft;
  readonly edit: (edit: Edit) => void;
}

export function LeafFields({ node, edit }: LeafFieldsProps) {
  const { id, type, operator, texts } = node;
  if (isBranch(node)) return null;
  const operators = operatorsOf(type);
  const isNumber = type === 'MinTransaction' || type === 'FirstNOrder';
  const setText = (i: 0 | 1, text: string) =>
    edit(
      change(id, (old) => ({
        ...old,
        texts: i === 0 ? [text, old.texts[1]] : [old.texts[0], text],
      })),
    );
  const field = (i: 0 | 1, label: string) => {
    const members = {
      'aria-label': label,
      value: texts[i],
      onInput: ({ currentTarget: { value } }: TargetedInputEvent<HTMLInputElement>) =>
        setText(i, value),
    };
    if (isNumber) return <input type="number" step="any" class="tree-number" {...members} />;
    if (type === 'TimeSlot') return <input type="datetime-local" step="1" {...members} />;
    return <input {...members} />;
  };
  if (type === 'TimeSlot') {
    return (
      <>
        {field(0, 'Start')} to {field(1, 'End')}
      </>
    );
  }
  return (
    <>
      <select
        aria-label="Comparison"
        value={operator}
        onChange={({ currentTarget: { value } }) =>
          edit(change(id, (old) => ({ ...old, operator: value })))
        }
      >
        {operators.map((one) => (
          <option key={one} value={one}>
            {!isNumber && one === 'eq' ? 'is' : operatorNames[one]}
          </option>
        ))}
      </select>
      {field(0, nouns[type]!)}
      {operator === 'between' && <>and {field(1, `${nouns[type]!}, at most`)}</>}
    </>
  );
}
