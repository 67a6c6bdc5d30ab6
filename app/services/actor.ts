import type { Role } from '~/db/core/schema';

/** Who does it, for which of their organizations; the membership has been checked. */
export interface Actor {
  userId: string;
  organizationId: string;
  /** The network address, for the audit. */
  address?: string;
  /** The API token that acts for them. */
  tokenId?: string | undefined;
  /** The role of the API token that acts for them: it may do no more than that, and no more than they. */
  atMost?: Role | undefined;
}
