// The fields of each kind of connection, as its form shows them.
import { type ConnectionKind, kindNames } from '~/engine/connections/kinds';
import { type ConfigField, kept } from './config-field';
import { authorizationCodeFields, clientCredentialsFields } from './oauth-fields';

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
  oauth2_client_credentials: clientCredentialsFields,
  oauth2_authorization_code: authorizationCodeFields,
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
