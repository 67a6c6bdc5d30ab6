// The fields of connections that obtain tokens.
import { type ConfigField, kept } from './config-field';

const tokenHeader: ConfigField = {
  name: 'tokenHeader',
  label: 'Token header',
  hint: 'Only where the API wants another than “Authorization: Bearer …”, as X-Shopify-Access-Token.',
};

/** What else says that a token is over. */
const expiry: ConfigField[] = [
  {
    name: 'expiredStatuses',
    label: 'Statuses of an expired token',
    hint: 'Beside 401, as 403, 498: the token is renewed and the call sent once more, unless it is a POST or PATCH.',
  },
  {
    name: 'expiredField',
    label: 'Field that tells of an expired token',
    hint: 'Where the API says it in the body, as .errcode.',
  },
  { name: 'expiredValue', label: 'Value of that field', hint: 'As 40001.' },
];

export const clientCredentialsFields: ConfigField[] = [
  {
    name: 'tokenUrl',
    label: 'Token address',
    hint: 'As https://login.example.com/oauth/token. The client secret is shown there and nowhere else.',
    required: true,
  },
  {
    name: 'clientAuth',
    label: 'Client secret sent in',
    options: [
      { value: 'basic', label: 'A header (Basic authentication)' },
      { value: 'post', label: 'The body of the request' },
    ],
  },
  { name: 'clientId', label: 'Client ID', required: true },
  { name: 'clientSecret', label: 'Client secret', hint: kept, required: true },
  { name: 'scope', label: 'Scope', hint: 'What the provider names, with spaces between.' },
  { name: 'audience', label: 'Audience', hint: 'Some providers ask for it, as Auth0.' },
  tokenHeader,
  ...expiry,
];

export const authorizationCodeFields: ConfigField[] = [
  {
    name: 'authorizationUrl',
    label: 'Authorization address',
    hint: 'As https://login.example.com/oauth/authorize. Whoever connects it is sent there.',
    required: true,
  },
  {
    name: 'tokenUrl',
    label: 'Token address',
    hint: 'As https://login.example.com/oauth/token. The client secret is shown there and nowhere else.',
    required: true,
  },
  { name: 'clientId', label: 'Client ID', required: true },
  { name: 'clientSecret', label: 'Client secret', hint: kept, required: true },
  { name: 'scope', label: 'Scope', hint: 'What the provider names, with spaces between.' },
  {
    name: 'extra',
    label: 'Further parameters',
    hint: 'For the authorization address, as access_type=offline&prompt=consent. Ten at most.',
  },
  {
    name: 'clientAuth',
    label: 'Client secret sent in',
    options: [
      { value: 'basic', label: 'A header (Basic authentication)' },
      { value: 'post', label: 'The body of the request' },
    ],
  },
  tokenHeader,
  ...expiry,
  {
    name: 'issuer',
    label: 'Issuer',
    hint: 'What the provider calls itself, as https://login.example.com. An answer of another one is refused.',
  },
  {
    name: 'issuerCheck',
    label: 'Issuer in answers',
    options: [
      { value: 'when_sent', label: 'Compared when it is sent' },
      { value: 'always', label: 'Has to be sent' },
    ],
  },
];

export const jwtFields: ConfigField[] = [
  {
    name: 'tokenUrl',
    label: 'Token address',
    hint: 'As https://oauth2.googleapis.com/token. What is signed is shown there and nowhere else.',
    required: true,
  },
  {
    name: 'clientId',
    label: 'Issuer',
    hint: 'Who signs: client_email of a Google service account, the consumer key of Salesforce.',
    required: true,
  },
  {
    name: 'subject',
    label: 'Subject',
    hint: 'For whom: the user of Salesforce, or a person whom a Google service account stands for.',
  },
  { name: 'audience', label: 'Audience', hint: 'Empty: the token address.' },
  { name: 'scope', label: 'Scope', hint: 'What the provider names, with spaces between.' },
  { name: 'keyId', label: 'Key ID', hint: 'Where the provider asks for it: private_key_id of Google.' },
  {
    name: 'privateKey',
    label: 'Private key',
    hint: `From -----BEGIN PRIVATE KEY----- to its end, of RSA or of the curve P-256. ${kept}`,
    required: true,
    lines: 4,
  },
  tokenHeader,
  ...expiry,
];
