import { type ConnectionKind, kindNames } from '../../connections/kinds';

/** The kinds of connections that replace a scheme which other programs also sign with. */
export type NeededKind = Extract<ConnectionKind, 'digest' | 'oauth1' | 'aws_sigv4' | 'signed_jwt'>;

/** Returns the note about credentials that need a connection, which an import does not create. */
export function describeConnectionNeed(kind: NeededKind): string {
  return `${kindNames[kind]} was left out: it needs a connection of that kind, which the call then chooses.`;
}

/** The kinds of connections that get a token by a flow, by the names of OpenAPI 2.0, OpenAPI 3 and Postman. */
const flowKinds = new Map<string, ConnectionKind>([
  ['application', 'oauth2_client_credentials'],
  ['clientCredentials', 'oauth2_client_credentials'],
  ['client_credentials', 'oauth2_client_credentials'],
]);

/**
 * Returns the note about a call with an OAuth 2.0 token, which `flows` say how to get. Other flows than client credentials, and a
 * source without any, have a person who signs in. `missing`: the placeholder of a token that the source does not have.
 */
export function describeOAuth(flows: string[], missing?: string): string {
  const named = flows.map((flow) => flowKinds.get(flow) ?? 'oauth2_authorization_code');
  const kinds = new Set(named.length > 0 ? named : (['oauth2_authorization_code'] as const));
  const names = [...kinds].map((kind) => kindNames[kind]).join(' or ');
  const instead = missing === undefined ? '' : ` Without one, give ${missing} a token.`;
  return `A connection (${names}) gets the token and renews it: choose one under Authentication.${instead}`;
}
