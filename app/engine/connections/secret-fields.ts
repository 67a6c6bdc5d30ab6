import type { ConnectionKind } from './kinds';

/** A client certificate beside OAuth 2.0, with its key; see `ShownCertificate`. */
const certificateFields = ['clientCertificate', 'clientKey', 'clientKeyPassphrase', 'serverCa'];

/** The fields of each kind that are sealed, besides the one of all kinds; the others are stored in the clear. */
export const secretFields: Record<ConnectionKind, readonly string[]> = {
  bearer: ['token'],
  basic: ['username', 'password'],
  digest: ['password'],
  api_key: ['value'],
  oauth2_client_credentials: ['clientSecret', ...certificateFields],
  oauth2_authorization_code: ['clientSecret', 'privateKey', ...certificateFields],
  oauth2_refresh_token: ['clientSecret', 'privateKey', 'refreshToken', ...certificateFields],
  oauth2_jwt: ['privateKey', ...certificateFields],
  github_app: ['privateKey'],
  signed_jwt: ['key'],
  oauth1: ['consumerSecret', 'tokenSecret'],
  hmac: ['secret', 'passphrase'],
  aws_sigv4: ['secretAccessKey', 'sessionToken'],
  aws_role: ['secretAccessKey'],
  client_certificate: ['certificate', 'privateKey', 'passphrase', 'ca'],
  none: ['serverCa'],
};

/** The field of all kinds that is sealed, too. Its lines are masked one by one. */
export const headersField = 'extraHeaders';

/** Checks whether a field of a config is sealed. */
export function isSealed(kind: ConnectionKind, field: string): boolean {
  return field === headersField || secretFields[kind].includes(field);
}
