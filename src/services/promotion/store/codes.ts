/**
 * The store of codes, beside the uses: both are counted in one step. Every method throws
 * STORE_UNAVAILABLE (503) while the store is away.
 *
 * The codes of a call are created together or not at all, and there may be many. So they are added in
 * portions to a batch, which is pending until all are there. Nobody may use a code of a pending batch.
 */
import { Type, type Static } from 'typebox';

/** The data that the codes of one call have in common. */
export interface Batch {
  /** Later batches have greater ids, except within one millisecond. */
  readonly id: string;
  readonly promoId: string;
  /** The creation of the rule that it belongs to: see RuleChange. */
  readonly incarnation: string;
  readonly usesPerCode: number;
}

export const Code = Type.Object({
  /** As it was created. */
  spelling: Type.String(),
  promoId: Type.String(),
  incarnation: Type.String(),
  usesPerCode: Type.Integer(),
  uses: Type.Integer(),
  ended: Type.Boolean(),
});
export type Code = Static<typeof Code>;

/** Where a page of codes ends. */
export interface CodePosition {
  readonly batch: string;
  readonly key: string;
}

export const CodePage = Type.Object({
  codes: Type.Array(Code),
  next: Type.Optional(Type.Object({ batch: Type.String(), key: Type.String() })),
});
export type CodePage = Static<typeof CodePage>;

/** `gone`: the batch was given up in the meantime. `taken`: such a code exists. */
export type Added = { kind: 'added' } | { kind: 'gone' } | { kind: 'taken'; spelling: string };

export interface CodeStore {
  /** Begins a batch; it is pending from now on. */
  beginBatch(batch: Batch, now: number): Promise<void>;
  /** Adds all of the codes, or none when one of them exists. At most `codePortion`. */
  addCodes(batchId: string, spellings: readonly string[]): Promise<Added>;
  /** Makes the codes usable; false when the batch was given up in the meantime. */
  finishBatch(batchId: string): Promise<boolean>;
  /** Removes a portion of a pending batch; true when more is left. */
  dropBatch(batchId: string): Promise<boolean>;
  /** Batches that have been pending for `batchLifetimeMs`: the process that began them has died. */
  abandonedBatches(now: number): Promise<string[]>;
  /** By their keys; undefined for those that do not exist or are pending. */
  findCodes(keys: readonly string[]): Promise<(Code | undefined)[]>;
  /** The codes of a rule, in the order of their batches, then of their keys. */
  listCodes(incarnation: string, after: CodePosition | undefined, limit: number): Promise<CodePage>;
  /** Nobody may use it from now on. Undefined when there is no such code. */
  endCode(key: string): Promise<Code | undefined>;
  /** Removes a portion of the codes of a rule; true when more is left. */
  removeCodes(incarnation: string): Promise<boolean>;
}

/** Codes that one step takes. */
export const codePortion = 500;

/** How long creating codes may take. */
export const batchLifetimeMs = 60_000;

/** A code as it is kept and shown: without blanks around it, and accents in one form (NFC). */
export const spellingOf = (code: string): string => code.trim().normalize('NFC');

/** The key of a code: case, blanks around it and the form of its accents do not matter. */
export function codeKey(code: string): string {
  // Some characters have an upper case of several, which may have a shorter form.
  return spellingOf(code).toUpperCase().normalize('NFC');
}

/**
 * Keys that earlier versions, which ignored case alone, may have given a code: with a blank before or
 * behind it, or with accents in another form.
 */
function formerKeys(code: string): string[] {
  const spelling = spellingOf(code);
  const forms = [spelling, spelling.normalize('NFD')].map((form) => form.toUpperCase());
  return [...new Set(forms.flatMap((form) => [form, `${form} `, ` ${form}`]))];
}

interface FoundCode {
  readonly key: string;
  readonly code: Code;
}

/**
 * Finds codes as somebody has typed them. The very spelling comes first: an earlier version may have
 * created two codes that have one key by now.
 */
export async function findTyped(
  store: CodeStore,
  texts: readonly string[],
): Promise<(FoundCode | undefined)[]> {
  const keys = texts.map((text) => [...new Set([text.toUpperCase(), codeKey(text)])]);
  const found = await findFirst(store, keys);
  const missing = texts.filter((_, i) => found[i] === undefined);
  if (missing.length === 0) return found;
  const former = await findFirst(store, missing.map(formerKeys));
  return found.map((code) => code ?? former.shift());
}

async function findFirst(store: CodeStore, keys: readonly (readonly string[])[]) {
  const found = (await store.findCodes(keys.flat())).values();
  return keys.map((own) =>
    own
      .map((key) => ({ key, code: found.next().value }))
      .find((one): one is FoundCode => one.code !== undefined),
  );
}
