// The kinds of connections and the states of a connection, as screens name them too.

export const connectionKinds = [
  'bearer',
  'basic',
  'digest',
  'api_key',
  'oauth2_client_credentials',
  'oauth2_authorization_code',
  'oauth2_refresh_token',
  'oauth2_jwt',
  'github_app',
  'signed_jwt',
  'oauth1',
  'hmac',
  'aws_sigv4',
  'aws_role',
  'client_certificate',
  'none',
] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

export const kindNames: Record<ConnectionKind, string> = {
  bearer: 'Bearer token',
  basic: 'Basic authentication',
  digest: 'Digest authentication',
  api_key: 'API key',
  oauth2_client_credentials: 'OAuth 2.0 client credentials',
  oauth2_authorization_code: 'OAuth 2.0 authorization code',
  oauth2_refresh_token: 'OAuth 2.0 refresh token',
  oauth2_jwt: 'OAuth 2.0 signed assertion (JWT)',
  github_app: 'GitHub App',
  signed_jwt: 'Signed JWT',
  oauth1: 'OAuth 1.0a',
  hmac: 'HMAC signature',
  aws_sigv4: 'AWS Signature Version 4',
  aws_role: 'AWS role',
  client_certificate: 'Client certificate (mTLS)',
  none: 'No credentials',
};

/** The kinds whose tokens or credentials a provider issues. */
const obtainingKinds = [
  'oauth2_client_credentials',
  'oauth2_authorization_code',
  'oauth2_refresh_token',
  'oauth2_jwt',
  'github_app',
  'aws_role',
] as const satisfies readonly ConnectionKind[];
export type ObtainingKind = (typeof obtainingKinds)[number];

/** Checks whether the credentials go to a token URL only, and calls carry what that URL gives. */
export function isObtaining<Connection extends { kind: ConnectionKind }>(
  connection: Connection,
): connection is Extract<Connection, { kind: ObtainingKind }> {
  return obtainingKinds.some((kind) => kind === connection.kind);
}

/** The kinds whose tokens are renewed by a refresh token, which a person got: only a person can replace one that ended. */
export function isRefreshed(kind: ConnectionKind): boolean {
  return kind === 'oauth2_authorization_code' || kind === 'oauth2_refresh_token';
}

/** `failing`: its credentials could not be used lately; `needs_authorization`: a person has to grant them again. */
export const connectionStatuses = ['ready', 'needs_authorization', 'failing'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];
