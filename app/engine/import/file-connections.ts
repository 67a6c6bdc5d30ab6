// Handles connections in a file, which holds their names: ids and credentials stay with the organization. The person who
// imports the file chooses connections of their own organization for its calls.
import type { ApiCall } from '../definition/api-call';
import type { Definition } from '../integration';

/** Lists the names of the connections that the calls of a file sign in with, each once. */
export function listConnectionNames({ apiCalls }: Pick<Definition, 'apiCalls'>): string[] {
  const names = apiCalls.map(({ authConfig }) =>
    authConfig.type === 'connection' ? authConfig.connectionId : '',
  );
  return [...new Set(names.filter(Boolean))];
}

/** Returns the definition with each connection replaced by `rename`. */
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
 * Replaces the connection's name in a call of a file by the id that `findId` returns. When it returns undefined, the call gets
 * no authentication, and a URL that continues a base URL begins with a variable.
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
