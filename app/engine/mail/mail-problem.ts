// What a call to a mail server needs besides its address.

/** The headers that name recipients (RFC 5322 §3.6.3). */
const recipientHeaders = ['to', 'cc', 'bcc'];

interface MailParts {
  method: string;
  /** As written, or filled in. */
  headers: readonly (readonly [name: string, value: string])[];
}

/** Explains why a mail could not be sent; undefined when it could. */
export function findMailProblem({
  method,
  headers,
}: MailParts): { field: 'method' | 'headers'; message: string } | undefined {
  if (method !== 'POST') return { field: 'method', message: 'A mail is sent with POST' };
  const has = (names: string[]) =>
    headers.some(([name, value]) => names.includes(name.toLowerCase()) && value.trim() !== '');
  if (!has(['from'])) return { field: 'headers', message: 'A mail needs the header From' };
  if (!has(recipientHeaders)) return { field: 'headers', message: 'A mail needs the header To, Cc or Bcc' };
  return undefined;
}
