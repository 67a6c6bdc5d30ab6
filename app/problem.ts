/** Expected failures, and the table that gives each kind of failure its HTTP status, code and message. */
import { lossTexts } from './failures';
import { findAreaText, type ProblemArea } from './problem-areas';

export const problems = {
  unparsable: { status: 400, code: 'BAD_REQUEST', message: 'The request body could not be read.' },
  unauthenticated: { status: 401, code: 'UNAUTHENTICATED', message: 'Authentication required' },
  'invalid-token': { status: 401, code: 'INVALID_TOKEN', message: 'Invalid or expired token' },
  'wrong-credentials': { status: 401, code: 'INVALID_CREDENTIALS', message: 'Invalid email or password.' },
  'code-needed': {
    status: 401,
    code: 'CODE_NEEDED',
    message:
      'This account uses two-factor authentication. Send a code of its authenticator app or a recovery code, too.',
  },
  'wrong-code': {
    status: 401,
    code: 'WRONG_CODE',
    message: 'This code is wrong or was used already. Wait for the next one, or use another recovery code.',
  },
  'no-password': {
    status: 403,
    code: 'NO_PASSWORD',
    message:
      'Your account has no password. Confirm at /profile/proof that it is you, or have a link mailed there that sets one.',
  },
  'proof-needed': {
    status: 403,
    code: 'PROOF_NEEDED',
    message: 'Send your current password (currentPassword), or confirm first that it is you.',
  },
  'password-login-off': {
    status: 403,
    code: 'PASSWORD_LOGIN_OFF',
    message: 'Log in with single sign-on: password login is off here.',
  },
  'wrong-passkey': {
    status: 401,
    code: 'WRONG_PASSKEY',
    message:
      'This passkey was not accepted. It may have been removed from your account, or it took too long.',
  },
  'wrong-signature': {
    status: 401,
    code: 'INVALID_SIGNATURE',
    message: 'The signature or a required header is missing or wrong.',
  },
  'unverified-email': {
    status: 403,
    code: 'EMAIL_NOT_VERIFIED',
    message: 'Your email is not verified. Please check your inbox for a verification email.',
  },
  forbidden: { status: 403, code: 'FORBIDDEN', message: "You don't have permission to do this." },
  'cross-origin': { status: 403, code: 'CROSS_ORIGIN', message: 'This request came from another site.' },
  'second-factor-needed': {
    status: 403,
    code: 'SECOND_FACTOR_NEEDED',
    message: 'This organization asks its members for two-factor authentication. Turn it on in your profile.',
  },
  'address-not-allowed': {
    status: 403,
    code: 'ADDRESS_NOT_ALLOWED',
    message: 'Deliveries from this address are not accepted.',
  },
  'not-found': { status: 404, code: 'NOT_FOUND', message: 'The requested resource was not found.' },
  'method-not-allowed': {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: 'This method is not allowed here.',
  },
  'already-verified': {
    status: 409,
    code: 'ALREADY_VERIFIED',
    message: 'Email is already verified.',
  },
  'invalid-link': {
    status: 422,
    code: 'INVALID_LINK',
    message: 'This verification link is invalid or was already used.',
  },
  'expired-link': {
    status: 422,
    code: 'EXPIRED_LINK',
    message: 'This verification link has expired. Please request a new one.',
  },
  'invalid-restoration-link': {
    status: 422,
    code: 'INVALID_LINK',
    message:
      'This link is invalid or was already used. If you used it, your account has this email address again: reset its password to log in.',
  },
  'expired-restoration-link': {
    status: 422,
    code: 'EXPIRED_LINK',
    message: 'This link has expired. To get your account back, ask an administrator of the installation.',
  },
  'invitation-needed': {
    status: 403,
    code: 'INVITATION_NEEDED',
    message: 'Accounts are by invitation only. Ask someone on your team to invite you.',
  },
  'sign-up-closed': { status: 403, code: 'SIGN_UP_CLOSED', message: 'Sign-up is closed here.' },
  'wrong-password': { status: 403, code: 'WRONG_PASSWORD', message: 'Current password is incorrect.' },
  'email-taken': { status: 409, code: 'EMAIL_TAKEN', message: 'This email address is already in use.' },
  'invalid-reset-link': {
    status: 422,
    code: 'INVALID_LINK',
    message:
      'This password reset link is invalid or was already used. If you used it, log in with your new password.',
  },
  'expired-reset-link': {
    status: 422,
    code: 'EXPIRED_LINK',
    message: 'This password reset link has expired. Please request a new one.',
  },
  'invalid-invitation': {
    status: 422,
    code: 'INVALID_LINK',
    message:
      'This invitation is invalid, was revoked or was already used. If you did not use it, please ask for a new one.',
  },
  'expired-invitation': {
    status: 422,
    code: 'EXPIRED_LINK',
    message: 'This invitation has expired. Please ask for a new one.',
  },
  'ended-invitation': {
    status: 422,
    code: 'EXPIRED_LINK',
    message:
      'This invitation has ended, because the person who sent it can no longer invite. Please ask for a new one.',
  },
  'other-address': {
    status: 403,
    code: 'OTHER_ADDRESS',
    message: 'This invitation was sent to another email address.',
  },
  'already-member': {
    status: 409,
    code: 'ALREADY_MEMBER',
    message: 'This person is already a member of the organization.',
  },
  'last-owner': {
    status: 409,
    code: 'LAST_OWNER',
    message: 'An organization needs an owner. Make someone else an owner first.',
  },
  'last-administrator': {
    status: 409,
    code: 'LAST_ADMINISTRATOR',
    message: 'An installation needs an administrator. Make someone else one first.',
  },
  conflict: { status: 409, code: 'CONFLICT', message: 'This was saved elsewhere in the meantime.' },
  'answered-already': { status: 409, code: 'ANSWERED', message: 'This has been answered already.' },
  'no-longer-asked': { status: 410, code: 'GONE', message: 'This can no longer be answered.' },
  'changed-since': {
    status: 412,
    code: 'PRECONDITION_FAILED',
    message: 'It has changed since you read it. Read it again, and send its new ETag.',
  },
  'company-details-missing': {
    status: 409,
    code: 'COMPANY_DETAILS_MISSING',
    message: 'Please save company details first before adding payment method.',
  },
  'length-required': {
    status: 411,
    code: 'LENGTH_REQUIRED',
    message: 'Send the length of the body in Content-Length.',
  },
  'too-large': { status: 413, code: 'TOO_LARGE', message: 'The request body is too large.' },
  'not-json': { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send the body as application/json.' },
  'not-a-form': {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Send the form as application/x-www-form-urlencoded or multipart/form-data.',
  },
  invalid: { status: 422, code: 'VALIDATION_FAILED', message: 'The provided data is invalid.' },
  'too-many-requests': {
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many requests. Please try again later.',
  },
  'too-many-logins': {
    status: 429,
    code: 'TOO_MANY_LOGINS',
    message: 'Too many login attempts. Please try again later.',
  },
  internal: { status: 500, code: 'INTERNAL', message: lossTexts.server },
  unavailable: {
    status: 503,
    code: 'UNAVAILABLE',
    message: 'The server cannot accept this right now. Please try again shortly.',
  },
  'stores-full': { status: 507, code: 'STORES_FULL', message: 'The stores of the organization are full.' },
  loop: { status: 508, code: 'LOOP_DETECTED', message: 'This delivery looks like part of a loop.' },
} as const satisfies Record<string, { status: number; code: string; message: string }>;

export type ProblemKind = keyof typeof problems;

/** Kinds whose own text says more than that of an area, for example how long to wait or what to send. */
const ownWords = new Set<ProblemKind>([
  'invalid-token',
  'unauthenticated',
  'code-needed',
  'wrong-code',
  'wrong-passkey',
  'no-password',
  'proof-needed',
  'wrong-password',
  'unverified-email',
  'password-login-off',
  'not-found',
  'company-details-missing',
  'cross-origin',
  'unparsable',
  'too-large',
  'not-json',
  'too-many-requests',
  'too-many-logins',
]);

/** An expected failure as a value: services return it, screens and JSON show it. */
export interface Problem {
  kind: ProblemKind;
  /** Replaces the message of the table where the service knows more. */
  message?: string;
  /** Messages by field name. */
  fields?: Record<string, string[]>;
  /** Seconds to wait before retrying. */
  retryAfterSeconds?: number;
}

/** The fields that such problems are about, as every form and call names them. */
const fieldByKind: Partial<Record<ProblemKind, string>> = {
  'wrong-password': 'currentPassword',
  'wrong-code': 'code',
};

/** Returns the HTTP status, the headers and the JSON body for a problem, with the message of the area if one is given. */
export function describeProblem(problem: Problem, area?: ProblemArea) {
  const { status, code } = problems[problem.kind];
  const message = findText(problem.kind, area);
  const fields = problem.fields ?? findField(problem);
  const headers: Record<string, string> = {};
  if (problem.retryAfterSeconds !== undefined) headers['Retry-After'] = String(problem.retryAfterSeconds);
  return {
    status,
    headers,
    body: {
      message: problem.message ?? message,
      code,
      ...(fields && { fields }),
    },
  };
}

function findField({
  kind,
  message = problems[kind].message,
}: Problem): Record<string, string[]> | undefined {
  const name = fieldByKind[kind];
  return name === undefined ? undefined : { [name]: [message] };
}

function findText(kind: ProblemKind, area: ProblemArea | undefined): string {
  const { status, message } = problems[kind];
  return area === undefined || ownWords.has(kind) ? message : findAreaText(area, status);
}
