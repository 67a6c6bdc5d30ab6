import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';

/**
 * Runs one check of a submitted form by Remix-auth's form strategy. `check` returns a refused login as an outcome like any
 * other; an exception in it is a bug.
 */
export async function authenticateForm<Outcome>(
  request: Request,
  check: (form: FormData) => Promise<Outcome>,
): Promise<Outcome> {
  const authenticator = new Authenticator<Outcome>();
  authenticator.use(new FormStrategy<Outcome>(({ form }) => check(form)), 'password');
  return authenticator.authenticate('password', request);
}
