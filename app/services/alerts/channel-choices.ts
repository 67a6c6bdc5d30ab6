import type { AppContext } from '~/context';
import type { AlertOwner } from '~/db/alerts/channels';
import { type IntegrationChoice, listIntegrationChoices } from '~/db/integrations/choices';
import { listEligible, listGroups } from './recipients';

/**
 * What a channel may be set to: who gets mails, and which integration alone it tells of, among them the one that it tells of
 * now; null where that is no question.
 */
export async function listChannelChoices(
  { db, config }: Pick<AppContext, 'config' | 'db'>,
  owner: AlertOwner,
  integrationId: string | null = null,
): Promise<{ recipients: string[]; integrations: IntegrationChoice[] | null }> {
  const { organizationId } = owner;
  return {
    recipients: [...listGroups(owner), ...(await listEligible(db, config, owner))],
    integrations:
      organizationId === null ? null : await listIntegrationChoices(db, organizationId, integrationId),
  };
}
