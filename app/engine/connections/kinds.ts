// The kinds of connections and what may be the matter with one, as screens name them too.

export const connectionKinds = [
  'bearer',
  'basic',
  'api_key',
  'oauth2_client_credentials',
  'oauth2_authorization_code',
] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

export const kindNames: Record<ConnectionKind, string> = {
  bearer: 'Bearer token',
  basic: 'Basic authentication',
  api_key: 'API key',
  oauth2_client_credentials: 'OAuth 2.0 client credentials',
  oauth2_authorization_code: 'OAuth 2.0 authorization code',
};

/** `failing`: its credentials could not be used lately; `needs_authorization`: a person has to grant them anew. */
export const connectionStatuses = ['ready', 'needs_authorization', 'failing'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];
