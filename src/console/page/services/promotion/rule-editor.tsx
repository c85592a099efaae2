/** One rule to be edited: its terms, its tree, and what the cart makes of it. */
import { useEffect, useState } from 'preact/hooks';
import { HawkerError } from '../../../../client/index.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';
import { toRequest, type Cart } from './cart.tsx';
import type { Rule } from './rule.ts';
import { Terms } from './terms.tsx';
import { toDraft, toRuleNode, type RuleNode } from './tree.ts';
import { TreeView, type Explanation } from './tree-view.tsx';
import { Verdict } from './verdict.tsx';

interface RuleEditorProps {
  readonly rule: Rule;
  readonly isNew: boolean;
  readonly cart: Cart;
  /** Grows when something has happened in the service. */
  readonly changes: number;
  /** What is shown next; empty: another one. */
  readonly saved: (promoId: string) => void;
}

const draftOf = (rule: Rule) => toDraft(rule.condition_tree as unknown as RuleNode);
/** Equal for rules that are the same once they are saved. */
const written = (rule: Rule, tree: ReturnType<typeof toDraft>) =>
  JSON.stringify({ ...rule, condition_tree: toRuleNode(tree) });

export function RuleEditor({ rule, isNew, cart, changes, saved }: RuleEditorProps) {
  const [terms, setTerms] = useState(rule);
  const [tree, setTree] = useState(() => draftOf(rule));
  const [error, setError] = useState<Error>();
  const known = written(rule, draftOf(rule));
  const isChanged = isNew || written(terms, tree) !== known;
  // Saved here or by somebody else, it is shown as it is now.
  useEffect(() => {
    setTerms(rule);
    setTree(draftOf(rule));
    setError(undefined);
  }, [known]);
  const verdict = useLoaded(
    isNew
      ? undefined
      : () => hawker.promotion.validate({ promo_id: rule.promo_id, ...toRequest(cart) }),
    [isNew, known, JSON.stringify(cart)],
  );
  useEffect(verdict.reload, [changes]);
  const explanation = verdict.data?.explanation as Explanation | undefined;

  const save = async () => {
    const condition_tree = { ...toRuleNode(tree) };
    const { promo_id, ...members } = { ...terms, condition_tree };
    const { error: refusal } = isNew
      ? await hawker.promotion.createRule({ promo_id, ...members }).result()
      : await hawker.promotion.replaceRule(promo_id, members).result();
    setError(refusal);
    if (!refusal) saved(promo_id);
  };
  const remove = async () => {
    if (!confirm(`Remove ${rule.promo_id}, its codes and its counters?`)) return;
    const { error: refusal } = await hawker.promotion.removeRule(rule.promo_id).result();
    setError(refusal);
    if (!refusal) saved('');
  };
  const refused = refusedNode(error);
  return (
    <section class="panel" aria-label={`Rule ${rule.promo_id}`}>
      <div class="spread">
        <h2>{isNew ? 'A new rule' : rule.promo_id}</h2>
        <span class="row centred">
          {isChanged && <span class="note">not saved</span>}
          <button class="primary" disabled={!isChanged} onClick={() => void save()}>
            Save
          </button>
          {!isNew && <button onClick={() => void remove()}>Remove</button>}
        </span>
      </div>
      <Terms terms={terms} isNew={isNew} set={setTerms} />
      <h3>Conditions</h3>
      <TreeView
        // Each answer lights the nodes again, one after the other.
        key={JSON.stringify(explanation, ['outcome', 'children'])}
        tree={tree}
        edit={(edit) => {
          setTree(edit);
          setError(undefined);
        }}
        explanation={isChanged ? undefined : explanation}
        refused={refused}
      />
      {error && <Problem error={error} />}
      {verdict.error && <Problem error={verdict.error} retry={verdict.reload} />}
      <Verdict answer={isChanged ? undefined : verdict.data} />
    </section>
  );
}

/** The node that the service could not take: `$.children[1]`. */
function refusedNode(error: Error | undefined) {
  if (!(error instanceof HawkerError) || error.code !== 'INVALID_TREE') return undefined;
  const { path } = error.problem;
  if (typeof path !== 'string') return undefined;
  return { path, detail: error.detail.replace(`${path} `, '') };
}
