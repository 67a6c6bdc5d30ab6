// The fields of connections that obtain tokens.
import { type ConfigField, kept } from './config-field';

const tokenHeader: ConfigField = {
  name: 'tokenHeader',
  label: 'Token header',
  hint: 'Only if the API expects something other than “Authorization: Bearer …”, such as X-Shopify-Access-Token.',
  isRare: true,
};

/** The fields of how calls carry the token, and of a certificate that proves the client. */
const rareFields: ConfigField[] = [
  {
    name: 'scheme',
    label: 'Scheme',
    hint: 'The word before the token in the Authorization header, such as Zoho-oauthtoken. Bearer if empty.',
    isRare: true,
  },
  {
    name: 'sentToken',
    label: 'Token sent',
    options: [
      { value: 'access', label: 'The access token' },
      { value: 'id', label: 'The ID token' },
    ],
    isRare: true,
  },
  {
    name: 'clientCertificate',
    label: 'Client certificate',
    hint: 'For providers that ask for one (mTLS): shown to the token URL and to the API. In PEM form, with any intermediate certificates.',
    lines: 4,
    isRare: true,
  },
  {
    name: 'clientKey',
    label: 'Key of the certificate',
    hint: `From -----BEGIN PRIVATE KEY----- to its end. ${kept}`,
    lines: 4,
    isRare: true,
  },
  {
    name: 'clientKeyPassphrase',
    label: 'Passphrase of the key',
    hint: `Only for an encrypted key. ${kept}`,
    isRare: true,
  },
  {
    name: 'serverCa',
    label: 'Certificate authority of the servers',
    hint: 'Only for a private certificate authority, beside a client certificate: it replaces the usual ones.',
    lines: 4,
    isRare: true,
  },
];

const clientAuth: ConfigField = {
  name: 'clientAuth',
  label: 'Client secret sent in',
  options: [
    { value: 'basic', label: 'A header (Basic authentication)' },
    { value: 'post', label: 'The body of the request' },
    { value: 'none', label: 'Nothing: there is no secret' },
  ],
  isOfProvider: true,
};

/** How the client that a refresh token was issued to proves itself: it may have a key in place of a secret. */
const keyClientAuth: ConfigField = {
  ...clientAuth,
  label: 'Client authentication',
  options: [
    { value: 'basic', label: 'The secret in a header (Basic authentication)' },
    { value: 'post', label: 'The secret in the body of the request' },
    { value: 'private_key_jwt', label: 'A JWT signed with a private key (private_key_jwt)' },
    { value: 'none', label: 'None: there is no secret' },
  ],
};

/** Required, unless nothing is sent. */
const clientSecret: ConfigField = { name: 'clientSecret', label: 'Client secret', hint: kept };

const algorithm: ConfigField = {
  name: 'algorithm',
  label: 'Algorithm',
  options: [
    { value: 'auto', label: 'The usual one of the key' },
    ...['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'].map((value) => ({
      value,
      label: value,
    })),
  ],
};

/** The fields of a private key that proves a client, beside those of its secret. */
const keyFields: ConfigField[] = [
  {
    name: 'privateKey',
    label: 'Private key',
    hint: `Only for private_key_jwt: from -----BEGIN PRIVATE KEY----- to its end. ${kept}`,
    lines: 4,
    isRare: true,
  },
  { ...algorithm, isRare: true },
  { name: 'keyId', label: 'Key ID', hint: 'If the provider needs it.', isRare: true },
  {
    name: 'assertionAudience',
    label: 'Audience of the JWT',
    hint: 'Leave empty for the token URL.',
    isRare: true,
  },
  {
    name: 'certificate',
    label: 'Certificate of the key',
    hint: 'Only if the provider knows the key by its certificate, as Microsoft does: its thumbprint is sent along.',
    lines: 4,
    isRare: true,
  },
];

/** The fields that describe other signs of an expired token. */
const expiry: ConfigField[] = [
  {
    name: 'expiredStatuses',
    label: 'Statuses of an expired token',
    hint: 'In addition to 401, for example 403, 498. The token is renewed and the call sent once more, unless it is a POST or PATCH.',
    isRare: true,
  },
  {
    name: 'expiredField',
    label: 'Field for an expired token',
    hint: 'If the API reports it in the body, for example .errcode.',
    isRare: true,
  },
  { name: 'expiredValue', label: 'Value of that field', hint: 'For example 40001.', isRare: true },
];

export const clientCredentialsFields: ConfigField[] = [
  {
    name: 'tokenUrl',
    label: 'Token URL',
    hint: 'For example https://login.example.com/oauth/token. The client secret is sent there and nowhere else.',
    required: true,
  },
  clientAuth,
  { name: 'clientId', label: 'Client ID', required: true },
  clientSecret,
  { name: 'scope', label: 'Scope', hint: 'As the provider names them, separated by spaces.' },
  { name: 'audience', label: 'Audience', hint: 'Some providers need it, such as Auth0.' },
  {
    name: 'extra',
    label: 'Other parameters',
    hint: 'For the token URL, for example grant_type=account_credentials&account_id=… of Zoom. Nothing secret: they are shown. Ten at most.',
  },
  tokenHeader,
  ...expiry,
  ...rareFields,
];

const revocationUrl: ConfigField = {
  name: 'revocationUrl',
  label: 'Revocation URL',
  hint: 'If the provider has one (RFC 7009): when the connection is deleted, its token is revoked there.',
  isOfProvider: true,
};

export const authorizationCodeFields: ConfigField[] = [
  {
    name: 'authorizationUrl',
    label: 'Authorization URL',
    hint: 'For example https://login.example.com/oauth/authorize. You are sent there to connect.',
    required: true,
  },
  {
    name: 'tokenUrl',
    label: 'Token URL',
    hint: 'For example https://login.example.com/oauth/token. The client secret is sent there and nowhere else.',
    required: true,
  },
  { name: 'clientId', label: 'Client ID', required: true },
  clientSecret,
  {
    name: 'scope',
    label: 'Scope',
    hint: 'The permissions to ask the provider for, separated by spaces. Each API of Google has one of its own.',
  },
  {
    name: 'extra',
    label: 'Other parameters',
    hint: 'For the authorization URL, for example access_type=offline&prompt=consent. Ten at most.',
    isOfProvider: true,
  },
  keyClientAuth,
  ...keyFields,
  tokenHeader,
  ...expiry,
  {
    name: 'issuer',
    label: 'Issuer',
    hint: 'What the provider calls itself, for example https://login.example.com. Responses from any other are rejected.',
    isOfProvider: true,
  },
  {
    name: 'issuerCheck',
    label: 'Issuer in responses',
    options: [
      { value: 'when_sent', label: 'Checked if it is sent' },
      { value: 'always', label: 'Required' },
    ],
    isRare: true,
  },
  revocationUrl,
  {
    name: 'tokenExtra',
    label: 'Parameters of token requests',
    hint: 'For example resource=https://api.example.com. Nothing secret: they are shown. Ten at most.',
    isRare: true,
  },
  ...rareFields,
];

export const refreshTokenFields: ConfigField[] = [
  {
    name: 'tokenUrl',
    label: 'Token URL',
    hint: 'For example https://login.example.com/oauth/token. The secrets are sent there and nowhere else.',
    required: true,
  },
  keyClientAuth,
  { name: 'clientId', label: 'Client ID', required: true },
  clientSecret,
  {
    name: 'refreshToken',
    label: 'Refresh token',
    hint: `As the provider’s console shows it. If the provider replaces it, the new one is stored. ${kept}`,
    required: true,
  },
  {
    name: 'extra',
    label: 'Other parameters',
    hint: 'For the token URL, for example resource=https://api.example.com. Nothing secret: they are shown. Ten at most.',
  },
  ...keyFields,
  tokenHeader,
  ...expiry,
  { ...revocationUrl, isRare: true },
  ...rareFields,
];

export const jwtFields: ConfigField[] = [
  {
    name: 'tokenUrl',
    label: 'Token URL',
    hint: 'For example https://oauth2.googleapis.com/token. The signed request is sent there and nowhere else.',
    required: true,
  },
  {
    name: 'use',
    label: 'The signed JWT is',
    options: [
      { value: 'grant', label: 'The grant (JWT bearer)' },
      { value: 'client', label: 'Proof of the client (private_key_jwt)' },
    ],
  },
  {
    name: 'clientId',
    label: 'Issuer',
    hint: 'Who signs: the client_email of a Google service account, the consumer key of Salesforce, a client ID.',
    required: true,
  },
  {
    name: 'subject',
    label: 'Subject',
    hint: 'For whom: the user of Salesforce, or the person a Google service account acts for. Leave empty for a client.',
  },
  { name: 'audience', label: 'Audience', hint: 'Leave empty for the token URL.' },
  { name: 'scope', label: 'Scope', hint: 'As the provider names them, separated by spaces.' },
  {
    name: 'extra',
    label: 'Other parameters',
    hint: 'For the token URL, for example resource=https://api.example.com. Nothing secret: they are shown. Ten at most.',
  },
  algorithm,
  { name: 'keyId', label: 'Key ID', hint: 'If the provider needs it: the private_key_id of Google.' },
  {
    name: 'privateKey',
    label: 'Private key',
    hint: `From -----BEGIN PRIVATE KEY----- to its end: RSA, the curve P-256 or P-384, or Ed25519. ${kept}`,
    required: true,
    lines: 4,
  },
  {
    name: 'certificate',
    label: 'Certificate',
    hint: 'Only if the provider knows the key by its certificate, as Microsoft does: its thumbprint is sent along.',
    lines: 4,
  },
  {
    name: 'claims',
    label: 'Other claims',
    hint: 'A JSON object, for example {"target_audience": "…"} of Google. Nothing secret: they are shown.',
    lines: 2,
  },
  tokenHeader,
  ...expiry,
  ...rareFields,
];
