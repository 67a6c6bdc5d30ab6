import { refusalHeader } from '../../failures';

type Fetch = typeof fetch;

/**
 * Returns a `fetch` that resolves once the whole response of a loader or action has arrived. Remix (2.17) reads the values from
 * the first line of a response and leaves the rest to promises that nobody awaits. When a later request replaces this one, such
 * as a link after a save, those promises are rejected where no code can catch it. This `fetch` reads the whole body first. A
 * request that is replaced before that fails in `fetch`, which Remix awaits. Our responses are never streamed in parts, so
 * nothing is lost.
 */
export function bufferResponses(send: Fetch): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    // An error screen names the request. A proxy that responds instead of the server names none.
    if (response.status >= 500 || response.headers.has(refusalHeader)) {
      const { dataset } = document.documentElement;
      dataset.failedRequest = response.headers.get('X-Request-Id') ?? '';
      dataset.refusal = response.headers.get(refusalHeader) ?? '';
    }
    const isOfRoute = response.body && response.headers.get('Content-Type')?.startsWith('text/x-script');
    return isOfRoute ? new Response(await response.arrayBuffer(), response) : response;
  };
}
