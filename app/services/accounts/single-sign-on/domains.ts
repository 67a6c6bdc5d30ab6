import type { ClaimedIdentity } from '~/auth/login/single-sign-on-cookies';
import type { SingleSignOn } from '~/setting-groups';

/** Says why a person whose address is of another domain may not log in; undefined when they may. */
export function findDomainProblem(
  { domains, name }: SingleSignOn,
  { email }: Pick<ClaimedIdentity, 'email'>,
): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length === 0 || domains.includes(domain)) return undefined;
  return `${name} knows you as ${email}. Only addresses of ${domains.join(', ')} log in here.`;
}
