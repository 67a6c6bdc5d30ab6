// The address of a person who leaves an organization or gets another address. A response rule may name any address, so it goes
// on mailing this one: the owners decide. Alerts for a person who leaves stop.
import type { AppContext } from '~/context';
import { listChannels } from '~/db/alerts/channels';
import { deleteQueuedMessagesTo } from '~/db/alerts/messages';
import type { Queries } from '~/db/core/queries';
import { listDefinitionsWith } from '~/db/integrations/definitions-with-text';
import { listOwnerEmails } from '~/db/organizations/member-emails';
import { findOrganization } from '~/db/organizations/organizations';
import { formerAddressMessage } from '~/email/former-address-message';
import type { Definition } from '~/engine/integration';
import { openTarget } from '../alerts/stored-channel';
import { queueEmail } from '../mail';

/**
 * Drops the alerts that wait for a person who has just left, in the same transaction, and mails the owners which integrations
 * still mail the address and which channels mail nobody now; nothing when there are none.
 */
export async function handleFormerAddress(
  { config, now }: Pick<AppContext, 'config' | 'now'>,
  tx: Queries,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<void> {
  await deleteQueuedMessagesTo(tx, { organizationId, recipient: email });
  const channels = (await listChannels(tx, { organizationId }))
    .filter((channel) => openTarget(config, channel)?.recipients === email)
    .map(({ name }) => name);
  await mailAboutFormer({ config, now }, tx, { organizationId, email, channels });
}

/**
 * Mails the owners which integrations still mail an address that is nobody's in the organization any more, and which channels
 * mail nobody now; nothing when there are none. `current`: the person's new address.
 */
export async function mailAboutFormer(
  { config, now }: Pick<AppContext, 'config' | 'now'>,
  tx: Queries,
  about: { organizationId: string; email: string; channels: string[]; current?: string },
): Promise<void> {
  const { organizationId, email, channels } = about;
  const found = await listDefinitionsWith(tx, organizationId, `"${email}"`);
  const mailing = found.filter(({ definition }) => mails(JSON.parse(definition) as Definition, email));
  const integrations = [...new Map(mailing.map(({ id, name }) => [id, name])).values()];
  if (integrations.length === 0 && channels.length === 0) return;
  const organizationName = (await findOrganization(tx, organizationId))?.name ?? '';
  const message = formerAddressMessage({ ...about, organizationName, integrations }, config.appUrl);
  for (const recipient of await listOwnerEmails(tx, organizationId)) {
    await queueEmail({ config }, tx, { recipient, message, organizationId, now: now() });
  }
}

function mails({ responseHandlingSteps }: Definition, email: string): boolean {
  return responseHandlingSteps.some(({ responseHandling }) =>
    [
      responseHandling.defaultNotificationEmail,
      ...responseHandling.statusCodeActions.map(({ notificationEmail }) => notificationEmail),
    ].some((address) => address?.toLowerCase() === email.toLowerCase()),
  );
}
