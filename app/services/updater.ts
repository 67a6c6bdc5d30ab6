import { findOwnApiToken } from '~/db/organizations/api-tokens';
import type { Queries } from '~/db/core/queries';
import type { Updater } from '~/db/integrations/updaters';
import type { Actor } from './actor';

/** Returns who changes something, as its row keeps it: the user, and the name of the API token that acts for them. */
export async function findUpdater(db: Queries, { userId, tokenId, organizationId }: Actor): Promise<Updater> {
  const token =
    tokenId === undefined ? undefined : await findOwnApiToken(db, { id: tokenId, organizationId });
  return { userId, tokenName: token?.name ?? null };
}
