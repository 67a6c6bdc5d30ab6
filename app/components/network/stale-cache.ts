import { isRouteErrorResponse } from '@remix-run/react';

let last: { address: string; value: unknown } | undefined;

/** What `readOrKeep` falls back to at this address. */
export function cacheResponse(address: string, value: unknown): void {
  last = { address, value };
}

/**
 * What `read` gives, or what was kept for the same address before when no server can be reached: a refresh during a
 * restart leaves the page as it is. A response of the server, a redirect or a 404, is thrown as ever.
 */
export async function readOrFallBack<Value>(address: string, read: () => Promise<Value>): Promise<Value> {
  try {
    const value = await read();
    cacheResponse(address, value);
    return value;
  } catch (error) {
    const isResponse = error instanceof Response || isRouteErrorResponse(error);
    if (isResponse || last?.address !== address) throw error;
    return last.value as Value;
  }
}
