// What the forms of a person's own account are handled with.
import type { AppContext } from '~/context';
import type { User } from '~/db/accounts/users';

export interface AccountForm {
  app: AppContext;
  user: User;
  /** The IP address of the caller. */
  address: string;
  form: FormData;
  request: Request;
  /** Whether the user has a recent proof of who they are. */
  isFresh: boolean;
}
