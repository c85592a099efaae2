/**
 * Condition trees: reading what an operator sent into a tree in which every node is known to fit
 * its type, so that evaluating it cannot fail.
 */
import { refuse } from '../errors.ts';

export type Operator = 'gt' | 'gte' | 'lte' | 'eq' | 'in' | 'between';

/** A branch: AND and OR have one child or more, NOT exactly one. */
export interface Branch {
  readonly type: 'AND' | 'OR' | 'NOT';
  readonly children: readonly Condition[];
}

/** Compares a number: the cart's total, or the customer's count of orders. */
export interface NumberLeaf {
  readonly type: 'MinTransaction' | 'FirstNOrder';
  readonly operator: 'gt' | 'gte' | 'lte' | 'eq';
  readonly value: number;
}

/** The same with both bounds, inclusive. */
export interface RangeLeaf {
  readonly type: 'MinTransaction' | 'FirstNOrder';
  readonly operator: 'between';
  readonly value: readonly [low: number, high: number];
}

/** Looks for the cart's hub, or any item's category, in a list. */
export interface ListLeaf {
  readonly type: 'Area' | 'Category';
  readonly operator: 'in' | 'eq';
  readonly value: readonly string[];
}

/** True strictly between two instants, milliseconds. */
export interface TimeLeaf {
  readonly type: 'TimeSlot';
  readonly start: number;
  readonly end: number;
}

export type Leaf = NumberLeaf | RangeLeaf | ListLeaf | TimeLeaf;
export type Condition = Branch | Leaf;

export const limits = { depth: 32, nodes: 1_000, list: 10_000 } as const;

/** A node as operators write it and as it is stored. */
export interface Node {
  readonly type: Condition['type'];
  readonly operator?: string;
  readonly value?: unknown;
  readonly children?: readonly Node[];
}

/** The tree again, without what has no meaning; `parseTree` reads it back as the same. */
export function formatTree(condition: Condition): Node {
  const { type } = condition;
  if ('children' in condition) return { type, children: condition.children.map(formatTree) };
  if (condition.type !== 'TimeSlot') {
    const { operator, value } = condition;
    // The specification has no name for FirstNOrder's own comparison.
    return operator === 'lte' ? { type, value } : { type, operator, value };
  }
  const iso = (instant: number) => new Date(instant).toISOString();
  return { type, value: { start: iso(condition.start), end: iso(condition.end) } };
}

/** @throws Refusal INVALID_TREE naming the node: `$.children[1]` */
export function parseTree(node: unknown): Condition {
  return new Reader().read(node, '$', 1);
}

class Reader {
  #nodes = 0;

  read(node: unknown, path: string, depth: number): Condition {
    if (depth > limits.depth) throw wrong(path, `is deeper than ${limits.depth} levels`);
    if (++this.#nodes > limits.nodes) throw wrong(path, `is node ${limits.nodes + 1} of the tree`);
    if (!isObject(node)) throw wrong(path, 'is not an object');
    switch (node['type']) {
      case 'AND':
      case 'OR':
      case 'NOT':
        return this.#branch(node['type'], node, path, depth);
      case 'MinTransaction':
      case 'FirstNOrder':
        return numberLeaf(node['type'], childless(node, path), path);
      case 'Area':
      case 'Category':
        return listLeaf(node['type'], childless(node, path), path);
      case 'TimeSlot':
        return timeLeaf(childless(node, path), path);
      default:
        throw wrong(
          path,
          'has no known type; there are AND, OR, NOT, MinTransaction, Area, Category, FirstNOrder, TimeSlot',
        );
    }
  }

  #branch(type: Branch['type'], node: Fields, path: string, depth: number): Branch {
    const { children, operator, value } = node;
    if (isGiven(operator)) throw wrong(path, `is ${type}, which takes no operator`);
    if (isGiven(value)) throw wrong(path, `is ${type}, which takes no value`);
    if (!Array.isArray(children)) throw wrong(path, 'has no children');
    if (type === 'NOT' && children.length !== 1) {
      throw wrong(path, `is NOT with ${children.length} children; it takes exactly one`);
    }
    if (children.length === 0) throw wrong(path, `is ${type} without children`);
    const read = children.map((child, i) => this.read(child, `${path}.children[${i}]`, depth + 1));
    return { type, children: read };
  }
}

type Fields = Readonly<Record<string, unknown>>;

function childless(node: Fields, path: string): Fields {
  if (isGiven(node['children']))
    throw wrong(path, `is a ${String(node['type'])}, which takes no children`);
  return node;
}

function numberLeaf(type: NumberLeaf['type'], node: Fields, path: string): NumberLeaf | RangeLeaf {
  const { value } = node;
  const operator = operatorOf(node, path, type === 'MinTransaction' ? 'gte' : 'lte', [
    'gt',
    'gte',
    'eq',
    'between',
  ]);
  const isRight = type === 'MinTransaction' ? isNumber : Number.isSafeInteger;
  const what = type === 'MinTransaction' ? 'a number' : 'an integer';
  if (operator !== 'between') {
    if (!isRight(value)) throw wrong(path, `takes ${what} as value`);
    return { type, operator: operator as NumberLeaf['operator'], value: value as number };
  }
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isRight)) {
    throw wrong(path, `takes [low, high] as value of "between", each ${what}`);
  }
  const [low, high] = value as [number, number];
  if (low > high) throw wrong(path, 'has a low bound above the high one');
  return { type, operator, value: [low, high] };
}

function listLeaf(type: ListLeaf['type'], node: Fields, path: string): ListLeaf {
  const operator = operatorOf(node, path, 'in', ['in', 'eq']) as 'in' | 'eq';
  const { value } = node;
  const list: unknown = operator === 'eq' && typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list) || list.length === 0 || !list.every(isText)) {
    throw wrong(path, 'takes a list of strings as value, with one or more');
  }
  if (list.length > limits.list) throw wrong(path, `lists more than ${limits.list} strings`);
  if (operator === 'eq' && list.length !== 1) throw wrong(path, 'takes one string with "eq"');
  return { type, operator, value: list };
}

function timeLeaf(node: Fields, path: string): TimeLeaf {
  if (isGiven(node['operator'])) throw wrong(path, 'is a TimeSlot, which takes no operator');
  const { value } = node;
  if (!isObject(value)) throw wrong(path, 'takes {start, end} as value');
  const [start, end] = [instant(value['start']), instant(value['end'])];
  if (start === undefined) throw wrong(path, 'has a start that is no ISO 8601 instant with a zone');
  if (end === undefined) throw wrong(path, 'has an end that is no ISO 8601 instant with a zone');
  if (start >= end) throw wrong(path, 'does not start before it ends');
  return { type: 'TimeSlot', start, end };
}

/** With a zone: a bare local time would mean another instant on another machine. */
const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

function instant(text: unknown): number | undefined {
  if (typeof text !== 'string' || !isoInstant.test(text)) return undefined;
  const parsed = Date.parse(text.replace(',', '.').replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  // Date.parse lets 30 February pass as 2 March.
  const day = Number(text.slice(8, 10));
  const lastDay = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0));
  if (Number.isNaN(parsed) || day > lastDay.getUTCDate()) return undefined;
  // Beyond the years 0 to 9999 in UTC an instant could not be written out as it is read.
  return new Date(parsed).toISOString().length === '2026-01-01T00:00:00.000Z'.length
    ? parsed
    : undefined;
}

function operatorOf(
  node: Fields,
  path: string,
  standard: Operator,
  allowed: readonly Operator[],
): Operator {
  const operator = node['operator'];
  if (!isGiven(operator)) return standard;
  if ((allowed as readonly unknown[]).includes(operator)) return operator as Operator;
  throw wrong(path, `is a ${String(node['type'])}, which takes ${allowed.join(', ')} as operator`);
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown) =>
  typeof value === 'string' && value.length > 0 && value.length <= 256 && value.isWellFormed();

function wrong(path: string, reason: string) {
  return refuse.INVALID_TREE(`${path} ${reason}`, {
    members: { path, errors: [{ path: 'condition_tree', message: `${path} ${reason}` }] },
  });
}
