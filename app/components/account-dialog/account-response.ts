import type { DialogResponse } from '../dialog-form/dialog-form';

/** Where the forms of the dialog are sent to. */
export const accountAction = '/profile';

/** The response to a form of the dialog that was not done. */
export interface AccountResponse extends DialogResponse {
  intent: 'profile' | 'password' | 'delete-account';
}
