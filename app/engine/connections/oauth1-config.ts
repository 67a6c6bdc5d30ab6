// OAuth 1.0 (RFC 5849) with a token that the API's console issued: each request is signed with two secrets.
import '../schema/zod-settings';
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { option, required, sent } from './config-parts';

const signatureMethods = ['HMAC-SHA1', 'HMAC-SHA256'] as const;

export const Oauth1 = z
  .object({
    consumerKey: required('Consumer key'),
    consumerSecret: required('Consumer secret'),
    /** Given together with its secret, or both are empty: then the program acts for itself. */
    token: sent('Access token'),
    tokenSecret: sent('Token secret'),
    signatureMethod: z
      .enum(signatureMethods, { error: describeChoice('The signature method', signatureMethods) })
      .default('HMAC-SHA1'),
    /** The realm in the Authorization header, where the API requires it; it is not signed. */
    realm: option('Realm').refine(
      (text) => /^[\x20-\x7e]*$/.test(text) && !/["\\]/.test(text),
      'A realm has no quotation marks and no backslashes',
    ),
  })
  .check(({ value, issues }) => {
    const { token, tokenSecret } = value;
    if ((token === '') === (tokenSecret === '')) return;
    const [path, message] = token
      ? ['tokenSecret', 'Enter the secret of the token, too']
      : ['token', 'Enter the token of this secret, too'];
    issues.push({ code: 'custom', path: [path], message, input: value });
  });
export type Oauth1 = z.infer<typeof Oauth1>;
