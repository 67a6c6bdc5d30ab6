import { isRouteErrorResponse } from '@remix-run/react';

let last: { url: string; value: unknown } | undefined;

/**
 * What `read` gives, or what it gave for the same address before when no server can be reached: a refresh during a
 * restart leaves the page as it is. What the server did answer, a redirect or a 404, is thrown as ever.
 */
export async function readOrKeep<Value>(url: string, read: () => Promise<Value>): Promise<Value> {
  try {
    const value = await read();
    last = { url, value };
    return value;
  } catch (error) {
    const answered = error instanceof Response || isRouteErrorResponse(error);
    if (answered || last?.url !== url) throw error;
    return last.value as Value;
  }
}
