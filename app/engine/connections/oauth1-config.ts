// OAuth 1.0 (RFC 5849) with a token that the API's console issued: each request is signed with two secrets.
import '../schema/zod-settings';
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { noPrivateKey, option, required, secretOrKey, sent } from './config-parts';

const signatureMethods = ['HMAC-SHA1', 'HMAC-SHA256', 'RSA-SHA1', 'RSA-SHA256'] as const;
/** Whether the header names the hash of the body, as the extension OAuth Request Body Hash 1.0 says. */
const bodyHashes = ['none', 'sent'] as const;

/** Checks whether a method signs with a private key (RFC 5849 §3.4.3) instead of two secrets. */
export function isKeyMethod(method: (typeof signatureMethods)[number]): boolean {
  return method.startsWith('RSA-');
}

export const Oauth1 = z
  .object({
    consumerKey: required('Consumer key'),
    /** A secret, or for the methods of RSA a private key in PEM form. */
    consumerSecret: secretOrKey('Consumer secret'),
    /** Given together with its secret, or both are empty: then the program acts for itself. */
    token: sent('Access token'),
    tokenSecret: sent('Token secret'),
    signatureMethod: z
      .enum(signatureMethods, { error: describeChoice('The signature method', signatureMethods) })
      .default('HMAC-SHA1'),
    bodyHash: z
      .enum(bodyHashes, { error: describeChoice('The hash of the body', bodyHashes) })
      .default('none'),
    /** The realm in the Authorization header, where the API requires it; it is not signed. */
    realm: option('Realm').refine(
      (text) => /^[\x20-\x7e]*$/.test(text) && !/["\\]/.test(text),
      'A realm has no quotation marks and no backslashes',
    ),
  })
  .check(({ value, issues }) => {
    const { token, tokenSecret, consumerSecret, signatureMethod } = value;
    const isKey = isKeyMethod(signatureMethod);
    if (consumerSecret && isKey !== consumerSecret.startsWith('-----BEGIN')) {
      const message = isKey ? noPrivateKey : 'Choose a signature method that signs with a private key';
      issues.push({ code: 'custom', path: ['consumerSecret'], message, input: value });
    }
    // The secret of the token is no part of what a private key signs.
    if (isKey && tokenSecret === '') return;
    if ((token === '') === (tokenSecret === '')) return;
    const [path, message] = token
      ? ['tokenSecret', 'Enter the secret of the token, too']
      : ['token', 'Enter the token of this secret, too'];
    issues.push({ code: 'custom', path: [path], message, input: value });
  });
export type Oauth1 = z.infer<typeof Oauth1>;
