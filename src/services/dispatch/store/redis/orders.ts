import { Type, type Static } from 'typebox';
import { checked, storedJson } from '#kit/web/schema.ts';
import { orderStates } from '../../rules/rules.ts';
import {
  parseScoreTable,
  Priority,
  type Batch,
  type ClaimedOrder,
  type NewOrder,
  type Order,
  type OrderStore,
  type Submitted,
} from '../orders.ts';
import { NumberText, NumberTextOrNone } from './decode.ts';
import type { Step, Steps } from './scripts.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

/** The members of an order that never change. */
const OrderDoc = Type.Object({
  orderId: Type.String(),
  dispatchId: TextOrNull,
  hubId: TextOrNull,
  lat: Type.Number(),
  lng: Type.Number(),
  cell: Type.String(),
  priority: Priority,
  priorityWeight: Type.Number(),
  submittedAt: Type.Number(),
});
type OrderDoc = Static<typeof OrderDoc>;
export const parseOrderDoc = storedJson('an order', OrderDoc);

const checkSubmitted = checked(
  'reply of submit.lua',
  Type.Tuple([
    Type.Integer({ minimum: 0, maximum: 1 }),
    Type.String(),
    Type.String(),
    Type.Integer(),
  ]),
);

function decodeSubmitted(reply: unknown): Submitted {
  const [known, doc, batchId, estimateMs] = checkSubmitted(reply);
  const { dispatchId } = parseOrderDoc(doc);
  return { dispatchId, batchId, estimateMs, isRepeated: known === 1 };
}

const checkBatch = checked(
  'reply of claim-batch.lua',
  Type.Union([Type.Null(), Type.Array(Type.String(), { minItems: 1 })]),
);

function decodeBatch(reply: unknown): Batch | undefined {
  const values = checkBatch(reply);
  if (values === null) return undefined;
  const orders: ClaimedOrder[] = [];
  for (let i = 1; i < values.length; i += 2) {
    const rejectedBy = values[i + 1]!.split('\n').slice(0, -1);
    orders.push({ ...parseOrderDoc(values[i]!), rejectedBy });
  }
  return { batchId: values[0]!, orders };
}

const checkOrders = checked(
  'reply of find-orders.lua',
  Type.Array(
    Type.Tuple([
      Type.String(),
      Type.String(),
      Type.String(),
      Type.Enum([...orderStates]),
      NumberText,
      NumberText,
      NumberText,
      Type.String(),
      NumberTextOrNone,
      Type.String(),
    ]),
  ),
);

function decodeOrders(reply: unknown): Order[] {
  return checkOrders(reply).map(
    ([doc, first, batch, state, attempts, total, round, assignment, at, table]) => {
      const { cell: _cell, priorityWeight: _weight, ...order } = parseOrderDoc(doc);
      return {
        ...order,
        state,
        batchId: batch === '' ? first : batch,
        attempts: Number(attempts),
        attemptsTotal: Number(total),
        round: Number(round),
        assignmentId: assignment === '' ? null : assignment,
        dueAt: state === 'reassigning' ? Number(at) : null,
        table: table === '' ? null : parseScoreTable(table),
      };
    },
  );
}

export class RedisOrders implements OrderStore {
  readonly #submit: Step<Submitted>;
  readonly #find: Step<Order[]>;
  readonly #claimBatch: Step<Batch | undefined>;

  constructor(steps: Steps) {
    this.#submit = steps('submit', decodeSubmitted);
    this.#find = steps('find-orders', decodeOrders);
    this.#claimBatch = steps('claim-batch', decodeBatch);
  }

  submit({ batchId, ...order }: NewOrder, now: number): Promise<Submitted> {
    const doc: OrderDoc = { ...order, submittedAt: now };
    return this.#submit(now, order.orderId, JSON.stringify(doc), batchId);
  }

  async find(orderId: string): Promise<Order | undefined> {
    const [order] = await this.#find(0, orderId);
    return order;
  }

  findManual(): Promise<Order[]> {
    return this.#find(0);
  }

  claimBatch(batchId: string, now: number): Promise<Batch | undefined> {
    return this.#claimBatch(now, batchId);
  }
}
