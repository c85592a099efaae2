/**
 * A condition tree while it is edited. It may be wrong at any moment: values are texts as they were
 * written, and become what the service takes when the rule is saved.
 */
export const branchTypes = ['AND', 'OR', 'NOT'] as const;
export const leafTypes = ['MinTransaction', 'FirstNOrder', 'Area', 'Category', 'TimeSlot'] as const;
export type NodeType = (typeof branchTypes)[number] | (typeof leafTypes)[number];

export interface Draft {
  /** The id of this node on this page. */
  readonly id: number;
  readonly type: NodeType;
  /** Empty: that of the type. */
  readonly operator: string;
  /** The value, or both bounds. */
  readonly texts: readonly [string, string];
  readonly children: readonly Draft[];
}

/** As the service takes and shows it. */
export interface RuleNode {
  readonly type: NodeType;
  readonly operator?: string;
  readonly value?: unknown;
  readonly children?: readonly RuleNode[];
}

export const isBranch = ({ type }: Pick<Draft, 'type'>) =>
  branchTypes.some((branch) => branch === type);

export const operatorsOf = (type: NodeType): readonly string[] => {
  if (type === 'MinTransaction') return ['gte', 'gt', 'eq', 'between'];
  if (type === 'FirstNOrder') return ['', 'gte', 'gt', 'eq', 'between'];
  return type === 'Area' || type === 'Category' ? ['in', 'eq'] : [];
};

let lastId = 0;

export function newNode(type: NodeType, children: readonly Draft[] = []): Draft {
  return { id: ++lastId, type, operator: operatorsOf(type)[0] ?? '', texts: ['', ''], children };
}

export function toDraft({ type, operator = '', value, children = [] }: RuleNode): Draft {
  return { ...newNode(type, children.map(toDraft)), operator, texts: textsOf(type, value) };
}

function textsOf(type: NodeType, value: unknown): [string, string] {
  if (type === 'TimeSlot') {
    const { start, end } = value as { start: string; end: string };
    return [toLocal(start), toLocal(end)];
  }
  if (type === 'Area' || type === 'Category') {
    return [Array.isArray(value) ? value.join(', ') : String(value), ''];
  }
  const [low, high] = Array.isArray(value) ? (value as number[]) : [value as number];
  return [low === undefined ? '' : String(low), high === undefined ? '' : String(high)];
}

export function toRuleNode(draft: Draft): RuleNode {
  const { type, operator, children } = draft;
  if (isBranch(draft)) return { type, children: children.map(toRuleNode) };
  return { type, ...(operator !== '' && { operator }), value: valueOf(draft) };
}

/** A wrong one goes to the service as it is, which says what is wrong with it. */
function valueOf({ type, operator, texts: [first, second] }: Draft): unknown {
  if (type === 'TimeSlot') return { start: toInstant(first), end: toInstant(second) };
  if (type === 'Area' || type === 'Category') return namesIn(first);
  const numberIn = (text: string) => (text.trim() === '' ? null : Number(text));
  return operator === 'between' ? [numberIn(first), numberIn(second)] : numberIn(first);
}

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** `2026-01-01T09:00` of the reader's zone, as the field for times takes it. */
function toLocal(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

const toInstant = (local: string) => (local === '' ? '' : new Date(local).toISOString());

/** What can be seen of a node alone; the service has the last word. Undefined: nothing is wrong. */
export function problemOf(draft: Draft): string | undefined {
  const { type, operator, texts, children } = draft;
  const [first, second] = texts;
  if (type === 'NOT' && children.length !== 1) return 'NOT takes exactly one condition';
  if (isBranch(draft)) return children.length === 0 ? `${type} needs a condition` : undefined;
  if (type === 'TimeSlot') {
    if (first === '' || second === '') return 'a time slot needs its start and its end';
    return new Date(first) < new Date(second) ? undefined : 'it must start before it ends';
  }
  if (type === 'Area' || type === 'Category') {
    const count = namesIn(first).length;
    if (count === 0) return 'it needs at least one name';
    return operator === 'eq' && count > 1 ? 'with “is” it takes one name' : undefined;
  }
  if (first.trim() === '' || (operator === 'between' && second.trim() === '')) {
    return 'it needs a number';
  }
  const isReversed = operator === 'between' && Number(first) > Number(second);
  return isReversed ? 'the low bound is above the high one' : undefined;
}
