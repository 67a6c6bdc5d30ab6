import type { AppContext } from '~/context';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { openDefinition } from './definition-secrets';

/** Returns the decrypted webhook secret, and writes to the audit log. Problems: not-found, also without a secret; invalid. */
export function revealWebhookSecret(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: 'secret'; secret: string } | Problem> {
  return context.db.transaction(async (tx) => {
    const integration = await findDefinedIntegration(tx, { id, organizationId: actor.organizationId });
    if (!integration) return { kind: 'not-found' };
    const { definition, unreadable } = openDefinition(context.config, id, integration.storedDefinition);
    const { triggerConfig } = definition;
    if (triggerConfig.type !== 'webhook') return { kind: 'not-found' };
    if (unreadable.has('webhook')) {
      return { kind: 'invalid', message: 'This secret can no longer be decrypted. Please set a new one.' };
    }
    const { secret } = triggerConfig.webhook;
    if (!secret) return { kind: 'not-found', message: 'This webhook has no secret.' };
    await addAuditEntry(context, tx, actor, { kind: 'secret-revealed', subjectId: id });
    return { kind: 'secret', secret };
  });
}
