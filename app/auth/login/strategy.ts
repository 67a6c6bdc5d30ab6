import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';

/**
 * Remix-auth's form strategy around one check of a submitted form. A refused login is an expected outcome, so
 * `check` returns it like any other; what it throws is a bug.
 */
export async function authenticateForm<Outcome>(
  request: Request,
  check: (form: FormData) => Promise<Outcome>,
): Promise<Outcome> {
  const authenticator = new Authenticator<Outcome>();
  authenticator.use(new FormStrategy<Outcome>(({ form }) => check(form)), 'password');
  return authenticator.authenticate('password', request);
}
