// Restores a deleted integration: all that it had is still there. It comes back as a draft, so that nothing starts by itself.
import type { AppContext } from '~/context';
import { findDefinedIntegration, updateIntegration } from '~/db/integrations/integrations';
import { updateNotRestorable } from '~/db/integrations/restorable-integrations';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { findUpdater } from '../updater';
import { openDefinition } from '../integrations/definition-secrets';
import { saveUses } from '../integrations/going-live';
import { type IntegrationOutcome, respond } from '../integrations/integrations';

/**
 * Restores an integration with its versions, secrets, webhook URL, executions and logs. It is not deployed. Connections and values
 * that were deleted meanwhile stay deleted; a connection that is missing keeps it from being deployed. Problem: not-found, also
 * once its removal has begun.
 */
export async function restoreIntegration(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<IntegrationOutcome> {
  const key = { id, organizationId: actor.organizationId };
  const problem = await transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<Problem | undefined> => {
      if (!(await updateNotRestorable(tx, key, 'restored'))) return { kind: 'not-found' };
      const integration = await findDefinedIntegration(tx, key);
      if (!integration) return { kind: 'not-found' };
      const { name, version, storedDefinition } = integration;
      const now = context.now();
      // The deployed version of an integration that is not deployed is the newest.
      const by = await findUpdater(tx, actor);
      await updateIntegration(tx, key, {
        ...integration,
        isActive: false,
        deployedVersion: version,
        by,
        now,
      });
      const { definition } = openDefinition(context.config, id, storedDefinition);
      await saveUses(context, tx, actor, { id, name, version, definitions: [definition] });
      return addAuditEntry(context, tx, actor, { kind: 'integration-restored', subjectId: id });
    },
  );
  if (problem) return problem;
  context.changeEvents.publish(id);
  return respond(context, key);
}
