import type { z } from 'zod';
import type { AuthorizationCode } from './oauth-configs';
import { readUrl } from '../http/read-url';

type Named = Pick<z.infer<typeof AuthorizationCode>, 'authorizationUrl' | 'issuer' | 'issuerCheck'>;

/**
 * Explains why a response is not from this provider (RFC 9207 §2.4); undefined when nothing says so. `iss` is the issuer that
 * the response names, or empty. While no issuer is entered, `iss` must have the authorization URL's origin, so that a response
 * that names another provider never leads to this one's token URL.
 */
export function findIssuerProblem(
  { authorizationUrl, issuer, issuerCheck }: Named,
  iss: string,
): string | undefined {
  if (!iss) {
    return issuerCheck === 'always'
      ? 'The response does not name its issuer (iss), although this provider announces that it does.'
      : undefined;
  }
  const { origin } = new URL(authorizationUrl);
  const isRight = issuer ? iss === issuer : readUrl(iss)?.origin === origin;
  if (isRight) return undefined;
  const expected = issuer || origin;
  return `The response is from ${iss.slice(0, 200)}, not from ${expected}. If that is what this provider calls itself, enter it as the connection’s issuer.`;
}
