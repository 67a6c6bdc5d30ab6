import type { AppContext } from '~/context';
import type { AlertOwner, StoredChannel } from '~/db/alerts/channels';
import { type IntegrationChoice, listIntegrationChoices, listTagChoices } from '~/db/integrations/choices';
import { listEligible, listGroups } from './recipients';

type Watched = Pick<StoredChannel, 'integrationId' | 'tag'>;

/** What a channel of an organization may be limited to. */
interface Watchable {
  integrations: IntegrationChoice[];
  tags: string[];
}

/**
 * Lists what a channel may be set to: who gets mails, and the integration or tag that it is limited to, among them its present
 * one; null for a channel of the installation.
 */
export async function listChannelChoices(
  { db, config }: Pick<AppContext, 'config' | 'db'>,
  owner: AlertOwner,
  { integrationId, tag }: Watched = { integrationId: null, tag: null },
): Promise<{ recipients: string[]; watchable: Watchable | null }> {
  const { organizationId } = owner;
  return {
    recipients: [...listGroups(owner), ...(await listEligible(db, config, owner))],
    watchable:
      organizationId === null
        ? null
        : {
            integrations: await listIntegrationChoices(db, organizationId, integrationId),
            tags: await listTagChoices(db, organizationId, tag),
          },
  };
}
