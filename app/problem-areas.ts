/** The messages of failures in areas of the product that word them in their own way. */
import { failures, lossTexts } from './failures';

/** The area in which something failed. The same status has different texts in different areas. */
export type ProblemArea = keyof typeof areaTexts;

interface AreaTexts {
  /** The text for each status without one in `byStatus`. */
  fallback: string;
  byStatus: Partial<Record<number, string>>;
}

const logInAgain = 'Please log in again to continue.';

const areaTexts = {
  auth: {
    fallback: failures.login.text,
    byStatus: {
      401: 'Invalid email or password.',
      403: 'Your email is not verified. Please check your inbox for a verification email.',
      422: 'Please check your credentials and try again.',
      429: 'Too many login attempts. Please try again later.',
    },
  },
  profile: {
    fallback: failures.profile.text,
    byStatus: {
      401: logInAgain,
      403: "You don't have permission to update this profile.",
      409: 'This email address is already in use.',
      422: 'The provided information is invalid.',
    },
  },
  password: {
    fallback: failures.password.text,
    byStatus: {
      401: logInAgain,
      403: 'Current password is incorrect.',
      422: "New password doesn't meet security requirements.",
    },
  },
  company: {
    fallback: 'Failed to update company details. Please try again.',
    byStatus: {
      400: 'Invalid company details. Please check your input and try again.',
      401: 'You are not authorized to perform this action. Please log in again.',
      403: "You don't have permission to do this.",
      422: 'Invalid company details. Please check your input and try again.',
      500: 'Server error. Please try again later or contact support.',
    },
  },
  payment: { fallback: 'Failed to update payment method. Please try again.', byStatus: {} },
} as const satisfies Record<string, AreaTexts>;

export function findAreaText(area: ProblemArea, status: number): string {
  const { fallback, byStatus }: AreaTexts = areaTexts[area];
  return byStatus[status] ?? fallback;
}

/** Returns the message of the billing dialog when its details cannot be read. */
export function describeBillingFetch(status: number): string {
  return `Failed to fetch billing details: ${status}`;
}

/**
 * Returns the message of the company form when it got no response of the server: none at all, one that has only a status, as a
 * proxy sends, or another error.
 */
export function describeCompanyLoss(cause: 'network' | 'error' | 'unknown' | number): string {
  if (cause === 'network') return 'Network error. Please check your connection and try again.';
  if (cause === 'error') return areaTexts.company.fallback;
  if (cause === 'unknown') return lossTexts.unexpected;
  const { byStatus }: AreaTexts = areaTexts.company;
  return byStatus[cause] ?? `Server error: ${cause}`;
}

/** The message of the payment form in these cases. */
export const paymentLossText = areaTexts.payment.fallback;
