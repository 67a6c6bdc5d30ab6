// The fields of each kind of connection, as its form shows them.
import { type ConnectionKind, kindNames } from '~/engine/connections/kinds';

export interface ConfigField {
  /** In the connection's config. */
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  /** One of these, the first unless another is stored. */
  options?: { value: string; label: string }[];
}

const kept = 'Kept encrypted and shown masked once it is saved.';

export const configFields: Record<ConnectionKind, ConfigField[]> = {
  bearer: [
    { name: 'token', label: 'Token', hint: `Sent as “Authorization: Bearer …”. ${kept}`, required: true },
  ],
  basic: [
    { name: 'username', label: 'Username', hint: 'Without a password it is kept like one.' },
    { name: 'password', label: 'Password', hint: kept },
  ],
  api_key: [
    {
      name: 'in',
      label: 'Sent in',
      options: [
        { value: 'header', label: 'A header' },
        { value: 'query', label: 'The query of the URL' },
      ],
    },
    { name: 'name', label: 'Header or parameter', hint: 'Its name, as X-Api-Key.', required: true },
    { name: 'value', label: 'Key', hint: kept, required: true },
  ],
  oauth2_client_credentials: [
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
  ],
  oauth2_authorization_code: [
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
  ],
};

export const kindCards: { value: ConnectionKind; label: string; text: string }[] = [
  { value: 'bearer', label: kindNames.bearer, text: 'A token that the service gave you, sent as it is.' },
  { value: 'basic', label: kindNames.basic, text: 'A user name and a password.' },
  { value: 'api_key', label: kindNames.api_key, text: 'A key in a header or in the query of each URL.' },
  {
    value: 'oauth2_client_credentials',
    label: kindNames.oauth2_client_credentials,
    text: 'A client ID and secret, for which the provider gives tokens that are renewed by themselves.',
  },
  {
    value: 'oauth2_authorization_code',
    label: kindNames.oauth2_authorization_code,
    text: 'You sign in at the provider and let the connection act for you.',
  },
];
