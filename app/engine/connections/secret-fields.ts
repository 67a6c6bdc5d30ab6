import type { ConnectionKind } from './kinds';

/** The fields of a config that are sealed; the others are stored in the clear. */
export const secretFields: Record<ConnectionKind, readonly string[]> = {
  bearer: ['token'],
  basic: ['username', 'password'],
  digest: ['password'],
  api_key: ['value'],
  oauth2_client_credentials: ['clientSecret'],
  oauth2_authorization_code: ['clientSecret'],
  oauth2_jwt: ['privateKey'],
  github_app: ['privateKey'],
  signed_jwt: ['key'],
  oauth1: ['consumerSecret', 'tokenSecret'],
  hmac: ['secret', 'passphrase'],
  aws_sigv4: ['secretAccessKey', 'sessionToken'],
  aws_role: ['secretAccessKey'],
  client_certificate: ['certificate', 'privateKey', 'passphrase', 'ca'],
};
