// Signs a request when its turn to be sent has come, for a connection that signs each request.
import type { RequestSigning } from '~/engine/connections/grant';
import { signHeaders } from './aws-signature';
import { signWithHmac } from './hmac-signature';
import { signWithOauth1 } from './oauth1-signature';
import { signWithToken } from './token-for-request';
import type { Signable, Signed } from './signable';

/** Lists the hashes of the body, by Node's names of them, of which a signature may need one. */
export function listBodyHashes({ kind }: RequestSigning): string[] {
  switch (kind) {
    case 'aws_sigv4':
      return ['sha256'];
    case 'oauth1':
      return ['sha1', 'sha256'];
    case 'hmac':
    case 'signed_jwt':
      return ['md5', 'sha256', 'sha512'];
  }
}

/** Returns the request's URL and headers with its signature; `now` is in milliseconds since 1970. */
export function signRequestBy(request: Signable, signing: RequestSigning, now: number): Signed {
  switch (signing.kind) {
    case 'aws_sigv4':
      return { url: request.url, headers: signHeaders(request, signing.config, now) };
    case 'oauth1':
      return signWithOauth1(request, signing.config, now);
    case 'hmac':
      return signWithHmac(request, signing.config, now);
    case 'signed_jwt':
      return signWithToken(request, signing.config, now);
  }
}
