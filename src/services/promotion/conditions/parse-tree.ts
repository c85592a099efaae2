/** Reads a condition tree from what an operator sent; every node is checked on the way. */
import { refuse } from '../errors.ts';
import { parseInstant } from './instant.ts';
import type {
  Branch,
  Condition,
  ListLeaf,
  NumberLeaf,
  Operator,
  RangeLeaf,
  TimeLeaf,
} from './tree.ts';

export const limits = { depth: 32, nodes: 1_000, list: 10_000 } as const;

/** @throws Refusal INVALID_TREE naming the node: `$.children[1]` */
export function parseTree(node: unknown): Condition {
  return new TreeParser().parse(node, '$', 1);
}

class TreeParser {
  #nodes = 0;

  /** @param path of the node, for the refusal */
  parse(node: unknown, path: string, depth: number): Condition {
    if (depth > limits.depth) throw invalidNode(path, `is deeper than ${limits.depth} levels`);
    if (++this.#nodes > limits.nodes) {
      throw invalidNode(path, `exceeds the limit of ${limits.nodes} nodes in a tree`);
    }
    if (!isObject(node)) throw invalidNode(path, 'is not an object');
    switch (node['type']) {
      case 'AND':
      case 'OR':
      case 'NOT':
        return this.#branch(node['type'], node, path, depth);
      case 'MinTransaction':
      case 'FirstNOrder':
        return parseNumberLeaf(node['type'], withoutChildren(node, path), path);
      case 'Area':
      case 'Category':
        return parseListLeaf(node['type'], withoutChildren(node, path), path);
      case 'TimeSlot':
        return parseTimeLeaf(withoutChildren(node, path), path);
      default:
        throw invalidNode(
          path,
          'has no known type; there are AND, OR, NOT, MinTransaction, Area, Category, FirstNOrder, TimeSlot',
        );
    }
  }

  #branch(type: Branch['type'], node: Members, path: string, depth: number): Branch {
    const { children, operator, value } = node;
    if (isGiven(operator)) throw invalidNode(path, `is ${type}, which takes no operator`);
    if (isGiven(value)) throw invalidNode(path, `is ${type}, which takes no value`);
    if (!Array.isArray(children)) throw invalidNode(path, 'has no children');
    if (type === 'NOT' && children.length !== 1) {
      throw invalidNode(path, `is NOT with ${children.length} children; it takes exactly one`);
    }
    if (children.length === 0) throw invalidNode(path, `is ${type} without children`);
    const parsed = children.map((child, i) =>
      this.parse(child, `${path}.children[${i}]`, depth + 1),
    );
    return { type, children: parsed };
  }
}

type Members = Readonly<Record<string, unknown>>;

function withoutChildren(node: Members, path: string): Members {
  if (!isGiven(node['children'])) return node;
  throw invalidNode(path, `is a ${String(node['type'])}, which takes no children`);
}

function parseNumberLeaf(
  type: NumberLeaf['type'],
  node: Members,
  path: string,
): NumberLeaf | RangeLeaf {
  const isAmount = type === 'MinTransaction';
  const isOperand = isAmount ? isNumber : isInteger;
  const what = isAmount ? 'a number' : 'an integer';
  const allowed: NumberOperator[] = ['gt', 'gte', 'eq', 'between'];
  const operator = operatorOf<NumberOperator>(node, path, isAmount ? 'gte' : 'lte', allowed);
  const { value } = node;
  if (operator !== 'between') {
    if (!isOperand(value)) throw invalidNode(path, `takes ${what} as value`);
    return { type, operator, value };
  }
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isOperand)) {
    throw invalidNode(path, `takes [low, high] as value of "between", each ${what}`);
  }
  const [low, high] = value as [number, number];
  if (low > high) throw invalidNode(path, 'has a low bound above the high one');
  return { type, operator, value: [low, high] };
}

type NumberOperator = (NumberLeaf | RangeLeaf)['operator'];

function parseListLeaf(type: ListLeaf['type'], node: Members, path: string): ListLeaf {
  const operator = operatorOf<ListLeaf['operator']>(node, path, 'in', ['in', 'eq']);
  const { value } = node;
  const list: unknown = operator === 'eq' && typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list) || list.length === 0 || !list.every(isText)) {
    throw invalidNode(path, 'takes a list of one or more strings as value');
  }
  if (list.length > limits.list) throw invalidNode(path, `lists more than ${limits.list} strings`);
  if (operator === 'eq' && list.length !== 1) throw invalidNode(path, 'takes one string with "eq"');
  return { type, operator, value: list };
}

function parseTimeLeaf(node: Members, path: string): TimeLeaf {
  if (isGiven(node['operator'])) throw invalidNode(path, 'is a TimeSlot, which takes no operator');
  const { value } = node;
  if (!isObject(value)) throw invalidNode(path, 'takes {start, end} as value');
  const bound = (name: 'start' | 'end') => {
    const instant = parseInstant(value[name]);
    if (instant !== undefined) return instant;
    throw invalidNode(path, `needs an ISO 8601 instant with a time zone as its ${name}`);
  };
  const [start, end] = [bound('start'), bound('end')];
  if (start >= end) throw invalidNode(path, 'must start before it ends');
  return { type: 'TimeSlot', start, end };
}

/** @param standard the operator of a node that names none */
function operatorOf<OperatorT extends Operator>(
  node: Members,
  path: string,
  standard: OperatorT,
  allowed: readonly OperatorT[],
): OperatorT {
  const { operator, type } = node;
  if (!isGiven(operator)) return standard;
  const found = allowed.find((one) => one === operator);
  if (found !== undefined) return found;
  throw invalidNode(path, `is a ${String(type)}, which takes ${allowed.join(', ')} as operator`);
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 256 && value.isWellFormed();

function invalidNode(path: string, reason: string) {
  return refuse.INVALID_TREE(`${path} ${reason}`, {
    members: { path, errors: [{ path: 'condition_tree', message: `${path} ${reason}` }] },
  });
}
