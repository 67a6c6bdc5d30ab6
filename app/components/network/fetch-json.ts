/**
 * Fetches JSON from a route without a screen. Returns undefined when that fails in any way, or is aborted: the screen stays as it
 * is, and its caller says so or asks again. Unlike a fetcher of Remix it needs no script of the route, whose loss would replace the
 * screen.
 */
export async function fetchJson<Value>(url: string, signal?: AbortSignal): Promise<Value | undefined> {
  try {
    const response = await fetch(url, { signal: signal ?? null });
    // A user whose session has ended is redirected to another page.
    return response.ok && !response.redirected ? ((await response.json()) as Value) : undefined;
  } catch {
    return undefined;
  }
}
