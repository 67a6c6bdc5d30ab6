// Stores, with each save, which integrations name which values. A value that an integration names cannot be deleted.
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import type { Queries } from '~/db/core/queries';
import { replaceValueUses } from '~/db/values/value-uses';
import { listValueNames } from '~/db/values/values';
import type { Definition } from '~/engine/integration';
import { listDefinitionValues } from '~/engine/values/value-references';
import type { Actor } from '../actor';

/** Stores the uses of the newest and the deployed version. The audit records when an integration begins to use a secret. */
export async function saveValueUses(
  tx: Queries,
  actor: Actor,
  saved: { id: string; name: string; definitions: Definition[]; now: number },
): Promise<void> {
  const added = await replaceValueUses(tx, saved.id, [
    ...new Set(saved.definitions.flatMap(listDefinitionValues)),
  ]);
  if (added.length === 0) return;
  const secrets = (await listValueNames(tx, actor.organizationId)).filter(({ isSecret }) => isSecret);
  for (const { id: subjectId, name } of secrets) {
    if (!added.includes(name)) continue;
    const detail = `${name}: ${saved.name}`;
    await insertAuditEntry(tx, { ...actor, kind: 'value-used', subjectId, detail, now: saved.now });
  }
}
