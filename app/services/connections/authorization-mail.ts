import type { AppContext } from '~/context';
import type { StoredConnection } from '~/db/connections/connections';
import type { Queries } from '~/db/core/queries';
import { listManagerEmails } from '~/db/organizations/member-emails';
import { authorizationNeededMessage } from '~/email/connection-messages';
import { queueEmail } from '../mail';

/** Returns the URL of the page where a person authorizes the connection. */
export function addressOfConnection({ config }: Pick<AppContext, 'config'>, id: string): string {
  return `${config.appUrl}/organization/settings/connections/${id}`;
}

/** Tells owners and admins that calls cannot sign in until one of them authorizes it again. The caller wakes the runner. */
export async function mailAuthorizationNeeded(
  context: Pick<AppContext, 'config' | 'now'>,
  tx: Queries,
  { id, name, kind, organizationId }: StoredConnection,
): Promise<void> {
  const link = addressOfConnection(context, id);
  const message = authorizationNeededMessage({ name, link, isEntered: kind === 'oauth2_refresh_token' });
  for (const recipient of await listManagerEmails(tx, organizationId))
    await queueEmail(context, tx, { recipient, message, organizationId, now: context.now() });
}
