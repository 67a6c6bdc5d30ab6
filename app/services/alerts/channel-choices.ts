import type { AppContext } from '~/context';
import type { AlertOwner } from '~/db/alerts/channels';
import { listIntegrationNames } from '~/db/integrations/integrations';
import { listEligible, listGroups } from './recipients';

/** More than fit a list that one chooses from are not offered. */
const mostListed = 500;

/** What a channel may be set to: who gets mails, and which integration alone it tells of; null where that is no question. */
export async function listChannelChoices(
  { db, config }: Pick<AppContext, 'config' | 'db'>,
  owner: AlertOwner,
): Promise<{ recipients: string[]; integrations: { id: string; name: string }[] | null }> {
  const { organizationId } = owner;
  return {
    recipients: [...listGroups(owner), ...(await listEligible(db, config, owner))],
    integrations:
      organizationId === null ? null : await listIntegrationNames(db, { organizationId, limit: mostListed }),
  };
}
