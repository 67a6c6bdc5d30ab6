import type { Role } from '~/db/core/tables';

/** The user who acts, and the organization that they act for; their membership has been checked. */
export interface Actor {
  userId: string;
  organizationId: string;
  /** The caller's network address, for the audit log. */
  address?: string;
  /** The id of the API token that acts for the user. */
  tokenId?: string | undefined;
  /** The role of the API token that acts for the user. The token may do no more than this role, and no more than the user. */
  atMost?: Role | undefined;
}
