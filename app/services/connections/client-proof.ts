// How the client shows the token URL who it is (RFC 6749 §2.3, RFC 7523 §2.2, RFC 8705 §2).
import * as oauth from 'oauth4webapi';
import { clientAssertionType } from './assertion';
import type { OauthConfig } from './oauth-config';

/**
 * Chooses the proof; `assertion` is that of `signAssertion`. An assertion that is the grant proves the client by itself (RFC
 * 7521 §4.1).
 */
export function chooseProof({ kind, config }: OauthConfig, assertion: string | undefined): oauth.ClientAuth {
  if (kind === 'oauth2_jwt') {
    return config.use === 'grant' ? () => {} : proveByAssertion(assertion);
  }
  const { clientAuth, clientSecret } = config;
  if (clientAuth === 'private_key_jwt') return proveByAssertion(assertion);
  if (clientAuth === 'none') return oauth.None();
  return clientAuth === 'post' ? oauth.ClientSecretPost(clientSecret) : proveByHeader(clientSecret);
}

function proveByAssertion(assertion = ''): oauth.ClientAuth {
  return (_server, { client_id: id }, body) => {
    body.set('client_id', id);
    body.set('client_assertion_type', clientAssertionType);
    body.set('client_assertion', assertion);
  };
}

function proveByHeader(clientSecret: string): oauth.ClientAuth {
  return (_server, { client_id: id }, _body, headers) => {
    headers.set('authorization', `Basic ${encodeClient(id, clientSecret)}`);
  };
}

function encodeClient(id: string, clientSecret: string): string {
  return Buffer.from([id, clientSecret].map(encodeChanged).join(':')).toString('base64');
}

/** Lists what `chooseProof` may send that is secret, as it is sent: a provider may repeat it where it says what is wrong. */
export function listProofSecrets({ kind, config }: OauthConfig, assertion: string | undefined): string[] {
  const secrets = assertion === undefined ? [] : [assertion];
  if (kind === 'oauth2_jwt' || config.clientSecret === '') return secrets;
  return [...secrets, config.clientSecret, encodeClient(config.clientId, config.clientSecret)];
}

/**
 * Encodes ID and secret as a form (RFC 6749 §2.3.1), but only what a provider that decodes them would read otherwise. Many
 * providers decode nothing: they know `my-client`, and refuse `my%2Dclient`.
 */
function encodeChanged(text: string): string {
  return text.replace(/[^!-~]|[%+:]/gu, (sign) => (sign === ' ' ? '+' : encodeURIComponent(sign)));
}
