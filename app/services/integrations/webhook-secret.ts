import { z } from 'zod';
import type { AppContext } from '~/context';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { findSecretProblem, WebhookSecret } from '~/engine/senders/admission';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { maskDefinition, openDefinition } from './definition-secrets';
import { type IntegrationOutcome, updateIntegration } from './integrations';

export const WebhookSecretReplacement = z.object({
  secret: WebhookSecret.min(1, 'Send the new secret')
    .superRefine((secret, { addIssue }) => {
      const problem = findSecretProblem(secret);
      if (problem !== undefined) addIssue(problem);
    })
    .refine((secret) => !secret.startsWith('••••'), 'Send the new secret itself, not its mask'),
});

/** Returns the decrypted webhook secret, and writes to the audit log. Problems: not-found, also without a secret; invalid. */
export function revealWebhookSecret(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: 'secret'; secret: string } | Problem> {
  return transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<{ kind: 'secret'; secret: string } | Problem> => {
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
    },
  );
}

/**
 * Replaces the webhook secret and leaves the rest of the trigger, in a save like any other: the former secret stays valid for a
 * day. The secret that is stored already changes nothing. Problems: those of `updateIntegration`, and invalid for another
 * trigger.
 */
export async function replaceWebhookSecret(
  context: AppContext,
  actor: Actor,
  id: string,
  { secret }: z.infer<typeof WebhookSecretReplacement>,
): Promise<IntegrationOutcome> {
  const integration = await findDefinedIntegration(context.db, { id, organizationId: actor.organizationId });
  if (!integration) return { kind: 'not-found' };
  const opened = openDefinition(context.config, id, integration.storedDefinition);
  const { triggerConfig } = maskDefinition(opened);
  if (triggerConfig.type !== 'webhook') {
    return { kind: 'invalid', message: 'Only an integration with a webhook trigger has a webhook secret.' };
  }
  // The other secrets of the trigger are sent back as masks, which keep what is stored.
  const webhook = { ...triggerConfig.webhook, secret };
  const { version } = integration;
  return updateIntegration(context, actor, id, { version, triggerConfig: { type: 'webhook', webhook } });
}
