import type { DialogResponse } from '../dialog-form/dialog-form';

/** The path that the forms of the dialog are sent to. */
export const accountAction = '/profile';

/** The response to a form of the dialog that failed. */
export interface AccountResponse extends DialogResponse {
  intent: 'profile' | 'password' | 'delete-account';
}
