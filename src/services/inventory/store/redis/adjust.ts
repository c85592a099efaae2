/**
 * Adjustments on Redis. The reference of one is global, the stock that it changes is on the shard of
 * its hub, and no script spans two shards (docs/adr/0009). So there are two steps: the shard of the
 * reference grants it to one adjustment; the shard of the hub checks that grant, changes the stock and
 * notes that the reference is used, indivisibly. A grant that was not used, because its adjustment was
 * refused or its process died, keeps nobody from the reference: another adjustment has it revoked on
 * the hub's shard first, where the use of a revoked grant is refused.
 */
import { Type, type Static } from 'typebox';
import { newId } from '#kit/base/ids.ts';
import { storeUnavailable } from '#kit/web/problem.ts';
import { shardOfHub, shardOfReference } from '../shards.ts';
import { adjustmentBody, AdjustOutcome, type Adjustment } from '../stock.ts';

export const GrantReply = Type.Object({
  kind: Type.Enum(['granted', 'taken']),
  grant: Type.String(),
  hubId: Type.String({ description: 'of the adjustment that has it' }),
});
export const RevokeReply = Type.Enum(['used', 'revoked']);
export const AdjustReply = Type.Union([
  AdjustOutcome,
  Type.Object({ kind: Type.Literal('revoked') }),
]);

type Step<ReplyT> = (shard: number, ...args: (string | number)[]) => Promise<ReplyT>;

interface AdjustSteps {
  readonly grant: Step<Static<typeof GrantReply>>;
  readonly revoke: Step<Static<typeof RevokeReply>>;
  readonly adjust: Step<Static<typeof AdjustReply>>;
}

/** Adjustments that revoke each other's grants, time and again, are refused at last. */
const maxAttempts = 20;

export async function adjust(steps: AdjustSteps, request: Adjustment): Promise<AdjustOutcome> {
  const { hubId, reference, now } = request;
  const body = adjustmentBody(request);
  let revoked = '';
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const fresh = newId('grant', now);
    const shard = shardOfReference(reference);
    const holder = await steps.grant(shard, reference, body, hubId, fresh, revoked);
    const { grant } = holder;
    if (holder.kind === 'taken') {
      const fate = await steps.revoke(shardOfHub(holder.hubId), reference, grant, now);
      if (fate === 'used') return { kind: 'reference-used' };
    } else {
      const args = JSON.stringify({ ...request, body, grant });
      const outcome = await steps.adjust(shardOfHub(hubId), args);
      if (outcome.kind !== 'revoked') return outcome;
    }
    revoked = grant;
  }
  throw storeUnavailable(undefined, 'other adjustments contend for the reference');
}
