// The form's fields for each kind of connection.
import { type ConnectionKind, kindNames } from '~/engine/connections/kinds';
import { type ConfigField, kept } from './config-field';
import {
  authorizationCodeFields,
  clientCredentialsFields,
  jwtFields,
  refreshTokenFields,
} from './oauth-fields';
import { hmacFields, oauth1Fields, signedJwtFields } from './signing-fields';

const authorityHint =
  'Only for a private certificate authority: its certificate, which replaces the usual ones.';

export const configFields: Record<ConnectionKind, ConfigField[]> = {
  bearer: [
    { name: 'token', label: 'Token', hint: `Sent as “Authorization: Bearer …”. ${kept}`, required: true },
  ],
  basic: [
    {
      name: 'username',
      label: 'Username',
      hint: 'If there is no password, the username is stored encrypted like one.',
    },
    { name: 'password', label: 'Password', hint: kept },
  ],
  digest: [
    { name: 'username', label: 'Username', required: true },
    { name: 'password', label: 'Password', hint: `It is never sent. ${kept}`, required: true },
  ],
  api_key: [
    {
      name: 'in',
      label: 'Sent in',
      options: [
        { value: 'header', label: 'A header' },
        { value: 'query', label: 'The query of the URL' },
        { value: 'path', label: 'The path of the URL' },
      ],
    },
    {
      name: 'name',
      label: 'Header, parameter or prefix',
      hint: 'For example X-Api-Key. In the path, what stands before the key, such as bot for Telegram.',
    },
    { name: 'value', label: 'Key', hint: kept, required: true },
  ],
  oauth2_client_credentials: clientCredentialsFields,
  oauth2_authorization_code: authorizationCodeFields,
  oauth2_refresh_token: refreshTokenFields,
  oauth2_jwt: jwtFields,
  github_app: [
    { name: 'clientId', label: 'Client ID', hint: 'Of the app, as its settings show it.', required: true },
    {
      name: 'installationId',
      label: 'Installation ID',
      hint: 'The number at the end of the URL of the installation’s settings.',
      required: true,
    },
    {
      name: 'privateKey',
      label: 'Private key',
      hint: `The text of the .pem file that GitHub generated for the app. ${kept}`,
      required: true,
      lines: 4,
    },
    {
      name: 'apiUrl',
      label: 'API URL',
      hint: 'https://api.github.com if empty. A GitHub Enterprise Server has its own, such as https://github.example.com/api/v3.',
    },
  ],
  signed_jwt: signedJwtFields,
  oauth1: oauth1Fields,
  hmac: hmacFields,
  aws_sigv4: [
    { name: 'accessKeyId', label: 'Access key ID', hint: 'For example AKIA…', required: true },
    { name: 'secretAccessKey', label: 'Secret access key', hint: kept, required: true },
    { name: 'region', label: 'Region', hint: 'For example eu-central-1.', required: true },
    { name: 'service', label: 'Service', hint: 'For example s3, execute-api or lambda.', required: true },
    { name: 'sessionToken', label: 'Session token', hint: 'Only for temporary credentials.' },
  ],
  aws_role: [
    {
      name: 'accessKeyId',
      label: 'Access key ID',
      hint: 'Of an AWS user that may assume the role.',
      required: true,
    },
    { name: 'secretAccessKey', label: 'Secret access key', hint: kept, required: true },
    {
      name: 'roleArn',
      label: 'Role ARN',
      hint: 'For example arn:aws:iam::123456789012:role/integrations.',
      required: true,
    },
    { name: 'externalId', label: 'External ID', hint: 'If the role asks for one, as in another account.' },
    { name: 'region', label: 'Region', hint: 'For example eu-central-1.', required: true },
    { name: 'service', label: 'Service', hint: 'For example s3, execute-api or lambda.', required: true },
    {
      name: 'stsUrl',
      label: 'STS URL',
      hint: 'Leave empty for that of the region. Only for endpoints of your own.',
    },
  ],
  client_certificate: [
    {
      name: 'certificate',
      label: 'Certificate',
      hint: 'From -----BEGIN CERTIFICATE----- to its end, followed by any intermediate certificates.',
      required: true,
      lines: 5,
    },
    {
      name: 'privateKey',
      label: 'Private key',
      hint: `From -----BEGIN PRIVATE KEY----- to its end. ${kept}`,
      required: true,
      lines: 5,
    },
    { name: 'passphrase', label: 'Passphrase', hint: `Only for an encrypted key. ${kept}` },
    {
      name: 'ca',
      label: 'Certificate authority of the server',
      hint: authorityHint,
      lines: 5,
    },
  ],
  none: [
    {
      name: 'serverCa',
      label: 'Certificate authority of the server',
      hint: authorityHint,
      lines: 5,
      isRare: true,
    },
  ],
};

/** The field of all kinds. */
export const extraHeadersField: ConfigField = {
  name: 'extraHeaders',
  label: 'Other headers',
  hint: `Sent with each call, one on each line, for example DD-APPLICATION-KEY: the-key. ${kept}`,
  lines: 2,
};

/** What each kind is for, in the order of the choice. */
const kindTexts: Record<ConnectionKind, string> = {
  bearer: 'A token from the service, sent as is.',
  basic: 'A username and a password.',
  digest: 'A username and a password that is never sent, as MongoDB Atlas and cameras ask for.',
  api_key: 'A key in a header, or in the query or path of each URL.',
  oauth2_client_credentials: 'A client ID and secret, exchanged for tokens that are renewed automatically.',
  oauth2_authorization_code: 'You sign in at the provider and let the connection act for you.',
  oauth2_refresh_token:
    'A refresh token that the provider’s console shows, as Amazon’s does. Nobody has to sign in.',
  oauth2_jwt: 'A private key signs the requests for tokens, as with a Google service account.',
  github_app:
    'An app of your own that is installed in an account, with tokens that are renewed automatically.',
  signed_jwt:
    'A token that is signed for each call with a secret or a private key, as App Store Connect asks for.',
  oauth1: 'A consumer and a token with their secrets sign each request, as NetSuite, Magento and X ask for.',
  hmac: 'A secret or a private key signs each request, in a header or in the query, as the API describes it.',
  aws_sigv4: 'Access keys for AWS or an S3-compatible service. Each request is signed.',
  aws_role: 'Temporary credentials of a role, renewed automatically. Each request is signed with them.',
  client_certificate: 'A certificate and its key, shown to the server before anything is sent.',
  none: 'For an API that asks for none: its calls share a rate limit, a base URL and other headers.',
};

export const kindCards = (Object.keys(kindTexts) as ConnectionKind[]).map((value) => ({
  value,
  label: kindNames[value],
  text: kindTexts[value],
}));
