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

export const kindCards: { value: ConnectionKind; label: string; text: string }[] = [
  { value: 'bearer', label: kindNames.bearer, text: 'A token from the service, sent as is.' },
  { value: 'basic', label: kindNames.basic, text: 'A username and a password.' },
  {
    value: 'digest',
    label: kindNames.digest,
    text: 'A username and a password that is never sent, as MongoDB Atlas and cameras ask for.',
  },
  {
    value: 'api_key',
    label: kindNames.api_key,
    text: 'A key in a header, or in the query or path of each URL.',
  },
  {
    value: 'oauth2_client_credentials',
    label: kindNames.oauth2_client_credentials,
    text: 'A client ID and secret, exchanged for tokens that are renewed automatically.',
  },
  {
    value: 'oauth2_authorization_code',
    label: kindNames.oauth2_authorization_code,
    text: 'You sign in at the provider and let the connection act for you.',
  },
  {
    value: 'oauth2_refresh_token',
    label: kindNames.oauth2_refresh_token,
    text: 'A refresh token that the provider’s console shows, as Amazon’s does. Nobody has to sign in.',
  },
  {
    value: 'oauth2_jwt',
    label: kindNames.oauth2_jwt,
    text: 'A private key signs the requests for tokens, as with a Google service account.',
  },
  {
    value: 'github_app',
    label: kindNames.github_app,
    text: 'An app of your own that is installed in an account, with tokens that are renewed automatically.',
  },
  {
    value: 'signed_jwt',
    label: kindNames.signed_jwt,
    text: 'A token that is signed for each call with a secret or a private key, as App Store Connect asks for.',
  },
  {
    value: 'oauth1',
    label: kindNames.oauth1,
    text: 'A consumer and a token with their secrets sign each request, as NetSuite, Magento and X ask for.',
  },
  {
    value: 'hmac',
    label: kindNames.hmac,
    text: 'A secret or a private key signs each request, in a header or in the query, as the API describes it.',
  },
  {
    value: 'aws_sigv4',
    label: kindNames.aws_sigv4,
    text: 'Access keys for AWS or an S3-compatible service. Each request is signed.',
  },
  {
    value: 'aws_role',
    label: kindNames.aws_role,
    text: 'Temporary credentials of a role, renewed automatically. Each request is signed with them.',
  },
  {
    value: 'client_certificate',
    label: kindNames.client_certificate,
    text: 'A certificate and its key, shown to the server before anything is sent.',
  },
  {
    value: 'none',
    label: kindNames.none,
    text: 'For an API that asks for none: its calls share a rate limit, a base URL and other headers.',
  },
];
