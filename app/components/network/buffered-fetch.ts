import { refusalHeader } from '../../failures';

type Fetch = typeof fetch;

/**
 * A `fetch` that resolves when the whole of a loader's or action's response is there. Remix (2.17) takes the values from a
 * response's first line and leaves its end to promises that it hands to nobody. When a later request overtakes it there, as
 * a link does a save, those are rejected where no code can catch it. So the reading ends first; a request
 * that is overtaken before is one whose `fetch` fails, and that Remix awaits. Nothing of ours is sent in parts.
 */
export function bufferResponses(send: Fetch): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    // An error screen names the request. A proxy in the server's place names none.
    if (response.status >= 500) {
      const { dataset } = document.documentElement;
      dataset.failedRequest = response.headers.get('X-Request-Id') ?? '';
      dataset.refusal = response.headers.get(refusalHeader) ?? '';
    }
    const isOfRoute = response.body && response.headers.get('Content-Type')?.startsWith('text/x-script');
    return isOfRoute ? new Response(await response.arrayBuffer(), response) : response;
  };
}
