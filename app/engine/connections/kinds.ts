// The kinds of connections and what may be the matter with one, as screens name them too.

export const connectionKinds = [
  'bearer',
  'basic',
  'digest',
  'api_key',
  'oauth2_client_credentials',
  'oauth2_authorization_code',
  'oauth2_jwt',
  'github_app',
  'signed_jwt',
  'oauth1',
  'hmac',
  'aws_sigv4',
  'aws_role',
  'client_certificate',
] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

export const kindNames: Record<ConnectionKind, string> = {
  bearer: 'Bearer token',
  basic: 'Basic authentication',
  digest: 'Digest authentication',
  api_key: 'API key',
  oauth2_client_credentials: 'OAuth 2.0 client credentials',
  oauth2_authorization_code: 'OAuth 2.0 authorization code',
  oauth2_jwt: 'OAuth 2.0 signed assertion (JWT)',
  github_app: 'GitHub App',
  signed_jwt: 'Signed JWT',
  oauth1: 'OAuth 1.0a',
  hmac: 'HMAC signature',
  aws_sigv4: 'AWS Signature Version 4',
  aws_role: 'AWS role',
  client_certificate: 'Client certificate (mTLS)',
};

/** Those that a provider gives tokens for. */
export const obtainingKinds = [
  'oauth2_client_credentials',
  'oauth2_authorization_code',
  'oauth2_jwt',
  'github_app',
  'aws_role',
] as const satisfies readonly ConnectionKind[];
export type ObtainingKind = (typeof obtainingKinds)[number];

/** Whether the credentials are shown to a token URL, and what that gives is sent. */
export function isObtaining<Connection extends { kind: ConnectionKind }>(
  connection: Connection,
): connection is Extract<Connection, { kind: ObtainingKind }> {
  return obtainingKinds.some((kind) => kind === connection.kind);
}

/** `failing`: its credentials could not be used lately; `needs_authorization`: a person has to grant them anew. */
export const connectionStatuses = ['ready', 'needs_authorization', 'failing'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];
