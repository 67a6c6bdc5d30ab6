import type { DialogResponse } from '../dialog-form/dialog-form';

/** Where the forms of the dialog are sent to. */
export const accountAction = '/profile';

/** What a form of the dialog is answered when it was not done. */
export interface AccountResponse extends DialogResponse {
  intent: 'profile' | 'password' | 'delete-account';
}
