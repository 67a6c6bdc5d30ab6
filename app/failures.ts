/**
 * What a screen says when there is no answer to tell of, in the one table: of what was sent, and why it was not done.
 * Browsers load it with every page, so what only answers say stands in `problem.ts`.
 */

/** Why: the server could not be reached, it failed, or the page itself did. */
export const lossTexts = {
  network: 'Unable to connect to server. Please check your connection.',
  server: 'Server error. Please try again.',
  unexpected: 'An unexpected error occurred. Please try again.',
};

/** The header by which the server says why it refuses whatever is sent now. */
export const refusalHeader = 'X-Refused';

/** What a toast, or a message in its place, says of something that was not done. */
export interface FailureMessage {
  title: string;
  /** When the server failed; `lossTexts.server` when not given. */
  text?: string;
}

/** The fields of a form in their order; 'unkept' when it holds what no page repeats. */
export type SentForm = [name: string, value: string][] | 'unkept';

/** The body of a 404 for what another organization of the same user has. */
export interface Elsewhere {
  elsewhere: { organizationId: string; organizationName: string };
}

/** It, in the body of a response. */
export function findElsewhere(body: unknown): Elsewhere['elsewhere'] | undefined {
  return typeof body === 'object' && body !== null ? (body as Partial<Elsewhere>).elsewhere : undefined;
}

/** The title of the page that stands in the place of the other organization's. */
export function titleElsewhere({ organizationName }: Elsewhere['elsewhere']): string {
  return `This page belongs to ${organizationName}`;
}

/** Who looks at a page, and for which organization. */
export interface PageViewer {
  user: { firstName: string; lastName: string; email: string };
  membership?: { organizationName: string } | undefined;
}

/** What the page in the place of a failed one says of its request. */
export interface FailedRequest {
  /** As in the server's log; undefined when the failure is none that stands there. */
  id: string | undefined;
  /** What the browser sent by itself, without script. */
  sent: SentForm | undefined;
  /** Why, where the server knows more than that it failed. */
  reason: string | undefined;
  /** For its frame, where the server drew it: after a form that failed no loader tells. */
  viewer: PageViewer | undefined;
}

const title = 'Error';
const authentication = 'Authentication failed. Please try again.';

export const failures = {
  login: { title: 'Login failed', text: authentication },
  signUp: { title: 'Registration failed', text: authentication },
  invitation: { title: 'Failed to accept invitation' },
  logout: { title: 'Logout failed', text: 'You are still logged in. Please try again.' },
  forgotPassword: { title, text: 'Failed to send password reset email' },
  resetLink: { title: 'Failed to validate token' },
  reset: { title: 'Password reset failed' },
  verification: {
    title: 'Email Verification Failed',
    text: 'Email verification failed. Please try again.',
  },
  emailChange: { title: 'Email not changed' },
  emailRestoration: { title: 'Not taken back' },
  resend: { title, text: 'Failed to send verification email. Please try again.' },
  earlyAccess: { title, text: 'Failed to submit early access form.' },
  profile: { title, text: 'Failed to update profile. Please try again.' },
  password: { title, text: 'Failed to update password. Please try again.' },
  session: { title: 'Failed to end session' },
  accountDeletion: { title: 'Failed to delete account' },
  singleSignOn: { title: 'Single sign-on' },
  passkeys: { title: 'Passkeys' },
  proof: { title: 'Not confirmed' },
  twoFactor: { title: 'Two-factor authentication' },
  organization: { title: 'Failed to update organization' },
  organizationCreation: { title: 'Failed to create organization' },
  inviteMember: { title: 'Failed to invite member' },
  removeMember: { title: 'Failed to remove member' },
  organizationDeletion: { title: 'Failed to delete organization' },
  deletion: { title, text: 'Failed to delete integration' },
  creation: { title: 'Creation Failed', text: 'Failed to create integration. Please try again.' },
} satisfies Record<string, FailureMessage>;
