/**
 * The messages of screens about requests that got no response, in one table: each names the action and why it was not done.
 * Browsers load this file with every page, so messages that only the server writes are in `problem.ts`.
 */

/** The causes: the server could not be reached, the server failed, or the script of the page failed or is not there. */
export const lossTexts = {
  network: 'Unable to connect to server. Please check your connection.',
  server: 'Server error. Please try again.',
  unexpected: 'An unexpected error occurred. Please try again.',
  part: 'Part of this page did not load. If it does not come, reload the page.',
};

/** The name of the hidden field that says which page a form is on, so that the form that is sent again does nothing twice. */
export const formKeyField = 'formKey';

/** The header in which the server says why it refuses all forms now, for example while it is read-only. */
export const refusalHeader = 'X-Refused';

/** The toast, or the message in its place, about an action that was not done. */
export interface FailureMessage {
  title: string;
  /** The text when the server failed; `lossTexts.server` by default. */
  text?: string;
}

/** The fields of a form in their order; 'unkept' when it has a field that no page may repeat, such as a password. */
export type SentForm = [name: string, value: string][] | 'unkept';

/** The body of a 404 for something that belongs to another organization of the same user. */
export interface Elsewhere {
  elsewhere: { organizationId: string; organizationName: string };
}

/** Finds the other organization in the body of a response; undefined when it names none. */
export function findElsewhere(body: unknown): Elsewhere['elsewhere'] | undefined {
  return typeof body === 'object' && body !== null ? (body as Partial<Elsewhere>).elsewhere : undefined;
}

/** Returns the title of the page that is shown in place of the other organization's page. */
export function titleElsewhere({ organizationName }: Elsewhere['elsewhere']): string {
  return `This page belongs to ${organizationName}`;
}

/** The user who looks at a page, and their organization. */
export interface PageViewer {
  user: { firstName: string; lastName: string; email: string };
  membership?: { organizationName: string } | undefined;
}

/** What the error page says about the failed request. */
export interface FailedRequest {
  /** The id of the request in the server's log; undefined when the log has no line about it. */
  id: string | undefined;
  /** The form that the browser sent without script. */
  sent: SentForm | undefined;
  /** The reason, where the server knows one. */
  reason: string | undefined;
  /** The user for the frame of the page, where the server rendered it. After a failed form no loader gives the user. */
  viewer: PageViewer | undefined;
}

/** A form that was sent and got no response: whether the server has done what it says, the browser cannot know. */
export const noResponse = {
  title: 'No response',
  text: 'No response came, but the server may have done this. Please check your connection and try again.',
};

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
  restoration: { title: 'Failed to restore integration' },
  creation: { title: 'Creation Failed', text: 'Failed to create integration. Please try again.' },
} satisfies Record<string, FailureMessage>;
