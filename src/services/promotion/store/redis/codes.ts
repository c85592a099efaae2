/** The shared store of codes, beside the uses on the same connection. */
import { Type } from 'typebox';
import type { Scripts } from '#kit/stores/redis.ts';
import { checked, storedJson } from '#kit/web/schema.ts';
import { Code, codeKey, CodePage, type CodeStore } from '../codes.ts';

const parseCode = storedJson('reply of end-code.lua', Type.Union([Code, Type.Null()]));
const parseCodes = storedJson(
  'reply of find-codes.lua',
  Type.Array(Type.Union([Code, Type.Null()])),
);
const parsePage = storedJson('reply of list-codes.lua', CodePage);
const asAdded = checked(
  'reply of add-codes.lua',
  Type.Union([Type.Integer(), Type.Enum(['added', 'gone'])]),
);
const asBatches = checked('reply of abandoned-batches.lua', Type.Array(Type.String()));
const isOne = (reply: unknown) => reply === 1;

/** @param keys those of the hash tag */
export function redisCodeStore(script: Scripts, keys: string[]): CodeStore {
  const beginBatch = script('begin-batch', () => undefined);
  const addCodes = script('add-codes', asAdded);
  const finishBatch = script('finish-batch', isOne);
  const dropBatch = script('drop-batch', isOne);
  const abandonedBatches = script('abandoned-batches', asBatches);
  const findCodes = script('find-codes', (reply) => parseCodes(String(reply)));
  const listCodes = script('list-codes', (reply) => parsePage(String(reply)));
  const endCode = script('end-code', (reply) => parseCode(String(reply)));
  const removeCodes = script('remove-codes', isOne);

  return {
    beginBatch: ({ id, promoId, incarnation, usesPerCode }, now) =>
      beginBatch(keys, [id, promoId, incarnation, usesPerCode, now]),
    async addCodes(batchId, spellings) {
      const codes = spellings.flatMap((spelling) => [codeKey(spelling), spelling]);
      const reply = await addCodes(keys, [batchId, ...codes]);
      if (typeof reply === 'number') return { kind: 'taken', spelling: spellings[reply]! };
      return { kind: reply };
    },
    finishBatch: (batchId) => finishBatch(keys, [batchId]),
    dropBatch: (batchId) => dropBatch(keys, [batchId]),
    abandonedBatches: (now) => abandonedBatches(keys, [now]),
    findCodes: async (codes) =>
      (await findCodes(keys, [...codes])).map((code) => code ?? undefined),
    listCodes: (incarnation, after, limit) =>
      listCodes(keys, [incarnation, after?.batch ?? '', after?.key ?? '', limit]),
    endCode: async (code) => (await endCode(keys, [code])) ?? undefined,
    removeCodes: (incarnation) => removeCodes(keys, [incarnation]),
  };
}
