// The credentials of a call that a mail server takes.

type Headers = readonly (readonly [name: string, value: string])[];

/**
 * Reads the credentials in the header Authorization: user name and password (RFC 7617), or a bearer token. Undefined without
 * one, and for any other scheme.
 */
export function readMailCredentials(
  headers: Headers,
): { scheme: 'basic' | 'bearer'; credentials: string } | undefined {
  const [, scheme, credentials] = /^(basic|bearer) +(\S+)$/i.exec(findAuthorization(headers) ?? '') ?? [];
  if (!scheme || !credentials) return undefined;
  return { scheme: scheme.toLowerCase() === 'basic' ? 'basic' : 'bearer', credentials };
}

/**
 * Explains why a mail server could not take the credentials of a request; undefined when it can, or there are none.
 * `connection`: the one that the request signs in with.
 */
export function findLoginProblem(
  headers: Headers,
  connection: { name: string; secrets: readonly string[] } | undefined,
): string | undefined {
  const isMeant = connection ? connection.secrets.length > 0 : findAuthorization(headers) !== undefined;
  if (!isMeant || readMailCredentials(headers)) return undefined;
  const giver = connection ? `the connection ${connection.name}` : 'the header Authorization';
  return `A mail server takes a user name with a password, or a bearer token, and ${giver} gives neither`;
}

function findAuthorization(headers: Headers): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1].trim();
}
