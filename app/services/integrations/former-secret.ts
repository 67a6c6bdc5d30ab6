// A replaced webhook secret stays valid for a day beside the new one, so that no delivery is lost while the sender gets the new
// one. It is stored sealed, never shown, and part of no export.
import { openSealed, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import { findFormerSecret, updateFormerSecret } from '~/db/integrations/former-secrets';
import { findIntegration, type IntegrationKey } from '~/db/integrations/integrations';
import type { IntegrationState } from '~/db/integrations/integration-state';
import type { Queries } from '~/db/core/queries';
import { formerSecretMs } from '~/engine/triggers/passing-states';
import type { Definition } from '~/engine/integration';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { associatedDataOfFormer } from '../secrets/secrets-outside-definition';

/** Keeps the secret that a change replaces; forgets the former one when the webhook no longer has a secret. */
export async function keepFormerSecret(
  { config, now }: AppContext,
  tx: Queries,
  key: IntegrationKey,
  { before, after }: { before: Definition; after: Definition },
): Promise<void> {
  const [former, present] = [before, after].map(readSecret);
  if (!present) await updateFormerSecret(tx, key, null);
  else if (former && former !== present) {
    const sealed = seal(config.appKey, former, associatedDataOfFormer(key.id));
    await updateFormerSecret(tx, key, { sealed, until: now() + formerSecretMs });
  }
}

function readSecret({ triggerConfig }: Definition): string {
  return triggerConfig.type === 'webhook' ? triggerConfig.webhook.secret : '';
}

/** Returns the former secret of a webhook while it is valid. */
export async function openFormerSecret(
  { config, db }: { config: AppContext['config']; db: Queries },
  id: string,
  { formerSecretUntil }: Pick<IntegrationState, 'formerSecretUntil'>,
  at: number,
): Promise<string | undefined> {
  if (formerSecretUntil === null || formerSecretUntil <= at) return undefined;
  const former = await findFormerSecret(db, id);
  return former && openSealed(config, former.sealed, associatedDataOfFormer(id));
}

/** Ends the former secret, so that only the present one counts; does nothing when there is none. Problem: not-found. */
export function endFormerSecret(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: 'ended' } | Problem> {
  const { organizationId } = actor;
  return transactAsMember(context.db, actor, 'edit-integrations', async (tx) => {
    if (!(await findIntegration(tx, { id, organizationId }))) return { kind: 'not-found' as const };
    if (await updateFormerSecret(tx, { id, organizationId }, null)) {
      await addAuditEntry(context, tx, actor, { kind: 'former-secret-ended', subjectId: id });
    }
    return { kind: 'ended' as const };
  });
}
