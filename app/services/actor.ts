import type { Rights } from '~/auth/role-permissions';

/** The user who acts, and the organization that they act for; their membership has been checked. */
export interface Actor {
  userId: string;
  organizationId: string;
  /** The caller's network address, for the audit log. */
  address?: string;
  /** The id of the API token that acts for the user. */
  tokenId?: string | undefined;
  /** What the API token that acts for the user allows. It may do no more than this, and no more than the user. */
  atMost?: Rights | undefined;
}
