// Connections in a file are named: their ids and credentials stay with the organization. Whoever takes the file in has the
// calls sign in with connections of their own.
import type { ApiCall } from '../definition/api-call';
import type { Definition } from '../integration';

/** What its note says of a call that signs in with a connection. */
export function describeConnection({ connectionId: name }: { connectionId: string }): string {
  return name
    ? `It uses the connection “${name}”. If you have none of that name, choose its authentication afterwards.`
    : 'The connection it used is not part of the file. Choose its authentication.';
}

/** The names of the connections that the calls of a file sign in with, each once. */
export function listConnectionNames({ apiCalls }: Pick<Definition, 'apiCalls'>): string[] {
  const names = apiCalls.map(({ authConfig }) =>
    authConfig.type === 'connection' ? authConfig.connectionId : '',
  );
  return [...new Set(names.filter(Boolean))];
}

/** The definition with something else in the place of each connection. */
export function renameConnections(
  definition: Definition,
  rename: (connection: string) => string,
): Definition {
  return { ...definition, apiCalls: definition.apiCalls.map((call) => renameConnection(call, rename)) };
}

type Signed = Pick<ApiCall, 'url' | 'authConfig'>;

function renameConnection<Call extends Signed>(call: Call, rename: (connection: string) => string): Call {
  const { authConfig } = call;
  if (authConfig.type !== 'connection') return call;
  return { ...call, authConfig: { type: 'connection', connectionId: rename(authConfig.connectionId) } };
}

/**
 * A call of a file with a connection of this organization in the place of the name: `findId` answers its id, or undefined for
 * none. Then the call has no authentication, and a URL that went on from a base URL begins with a variable.
 */
export function resolveConnection<Call extends Signed>(
  call: Call,
  findId: (name: string) => string | undefined,
): Call {
  const resolved = renameConnection(call, (name) => findId(name) ?? '');
  if (resolved.authConfig.type !== 'connection' || resolved.authConfig.connectionId) return resolved;
  const url = call.url.startsWith('/') ? `{{base_url}}${call.url}` : call.url;
  return { ...resolved, url, authConfig: { type: 'none' } };
}
