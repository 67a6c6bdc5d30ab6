import type { DialogResponse } from '../dialog-form/dialog-form';
import type { Company } from './billing-data';

/** The path that the forms of the dialog are sent to. */
export const billingAction = '/billing';

export type BillingIntent = 'company' | 'payment' | 'test-payment' | 'test-webhook';

/** The response to a form of the dialog when the dialog stays open. */
export interface BillingResponse extends DialogResponse {
  intent: BillingIntent;
  /** The result of a test. */
  report: { good: boolean; text: string } | null;
  /** The company details as someone else has changed them since the form was opened. */
  seen?: Company | undefined;
}
