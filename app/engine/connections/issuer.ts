import type { z } from 'zod';
import type { AuthorizationCode } from './oauth-configs';

type Named = Pick<z.infer<typeof AuthorizationCode>, 'authorizationUrl' | 'issuer' | 'issuerCheck'>;

/**
 * Why what came back is not this provider's answer (RFC 9207 §2.4); undefined when nothing speaks against it. `iss`: what it
 * says, empty when it says nothing. As long as nobody entered the issuer, it has to be of the authorization URL's origin,
 * so that an answer that another provider gave never leads to this one's token URL.
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
  const isRight = issuer ? iss === issuer : URL.canParse(iss) && new URL(iss).origin === origin;
  if (isRight) return undefined;
  const expected = issuer || origin;
  return `The response is from ${iss.slice(0, 200)}, not from ${expected}. If that is what this provider calls itself, enter it as the connection’s issuer.`;
}
