// A member's new address, where an organization or the installation has stored the old one to mail this person.
import type { AppContext } from '~/context';
import { listChannels, updateChannel } from '~/db/alerts/channels';
import type { Queries } from '~/db/core/queries';
import { listMemberships } from '~/db/organizations/memberships';
import { openTarget, sealTarget } from '../alerts/stored-channel';
import { mailAboutFormer } from './former-address';

/**
 * Gives the new address to the alert channels that mail this person alone, in the transaction that changes the address; else
 * they would mail nobody. Response rules keep what is typed in them, since they may name any address: the owners get a mail that
 * lists these integrations.
 */
export async function handleChangedAddress(
  { config, now }: Pick<AppContext, 'config' | 'now'>,
  tx: Queries,
  { userId, former, email }: { userId: string; former: string; email: string },
): Promise<void> {
  const owners = [...(await listMemberships(tx, userId)), { organizationId: null }];
  for (const { organizationId } of owners) {
    for (const channel of await listChannels(tx, { organizationId })) {
      if (openTarget(config, channel)?.recipients !== former) continue;
      const { id, version } = channel;
      const target = sealTarget(config, id, { recipients: email });
      await updateChannel(tx, channel, { ...channel, target, version: version + 1, now: now() });
    }
    if (organizationId === null) continue;
    await mailAboutFormer({ config, now }, tx, {
      organizationId,
      email: former,
      channels: [],
      current: email,
    });
  }
}
