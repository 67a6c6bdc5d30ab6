/** The ids of calls that were not saved yet; no stored id has this shape. */
const newIdPattern = /^new:(\d+)$/;

/** Checks whether only the form knows a call's id. */
export function isNewCall(id: string): boolean {
  return newIdPattern.test(id);
}

/** Returns an id for a new call beside those with `ids`. The save replaces it by a stored id. */
export function nameNewCall(ids: (string | undefined)[]): string {
  const numbers = ids.map((id) => Number(newIdPattern.exec(id ?? '')?.[1] ?? 0));
  return `new:${Math.max(0, ...numbers) + 1}`;
}

/** Returns the fields of a new call. */
export function newCall(id: string) {
  return { id, method: 'GET', authConfig: { type: 'none' }, timeoutSeconds: '30' };
}

/** Returns the fields of a new call that sends an email. */
export function newMail(id: string) {
  return {
    ...newCall(id),
    name: 'Send email',
    method: 'POST',
    url: 'smtps://smtp.example.com',
    headers: ['From', 'To', 'Subject'].map((name) => ({ name, value: '' })),
    authConfig: { type: 'basic' },
  };
}

/** Returns the fields of a new call that writes a record: what the trigger brought, by its id. */
export function newStoreCall(id: string) {
  return {
    ...newCall(id),
    name: 'Write to store',
    method: 'PUT',
    url: 'store://orders/{{trigger.id}}',
    body: '{{trigger}}',
  };
}
