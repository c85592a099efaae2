/** The contract of every store, tried with two replicas on the same state. */
import type { Backend } from './backends.ts';
import { batchContract } from './batches.ts';
import { unreadContract } from './unread.ts';
import { digestPartContract } from './digest-parts.ts';
import { digestContract } from './digests.ts';
import { inboxContract } from './inboxes.ts';
import { keyContract } from './keys.ts';
import { outboxContract } from './outbox.ts';

export function storeContract(backend: Backend): void {
  inboxContract(backend);
  keyContract(backend);
  outboxContract(backend);
  unreadContract(backend);
  digestContract(backend);
  digestPartContract(backend);
  batchContract(backend);
}
