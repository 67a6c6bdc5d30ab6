import { isRouteErrorResponse } from '@remix-run/react';

let last: { address: string; value: unknown } | undefined;

/** Caches the value that `readOrFallBack` returns for this address when no server can be reached. */
export function cacheResponse(address: string, value: unknown): void {
  last = { address, value };
}

/**
 * Returns the result of `read` or, when no server can be reached, the last result for the same address. So a refresh during a
 * restart leaves the page as it is. Responses that the server throws, such as a redirect or a 404, are thrown on.
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
