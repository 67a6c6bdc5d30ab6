import type { AppContext } from '~/context';
import { deleteSomeOfStore } from '~/db/stores/deletion';
import { findStore } from '~/db/stores/listing';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { yieldTurn } from '../event-loop';

type Outcome = { kind: 'deleted' } | Problem;

/**
 * Deletes a store with all its records, few in each transaction. When the process dies meanwhile, the rest stays, and the user
 * deletes the store again. Problems: forbidden, not-found.
 */
export async function deleteStore(context: AppContext, actor: Actor, store: string): Promise<Outcome> {
  const of = { organizationId: actor.organizationId, store };
  const outcome = await transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<Outcome> => {
      if (!(await findStore(tx, of))) return { kind: 'not-found' };
      await addAuditEntry(context, tx, actor, { kind: 'store-deleted', subjectId: store, detail: store });
      return { kind: 'deleted' };
    },
  );
  if (outcome.kind !== 'deleted') return outcome;
  while (!(await context.db.groupCommit((tx) => deleteSomeOfStore(tx, of, context.now())))) await yieldTurn();
  return outcome;
}
