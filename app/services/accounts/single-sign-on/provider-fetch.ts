import type { Outbound } from '~/outbound/client';

const timeoutMs = 10_000;
const maxAnswerBytes = 256 * 1024;

/** The error of a request to which the provider sent no answer. */
export class UnreachableProvider extends Error {
  override name = 'UnreachableProvider';
}

interface Asked {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** Returns the `fetch` for oauth4webapi, over the one way out. Follows no redirects. Throws {@link UnreachableProvider}. */
export function createProviderFetch(outbound: Outbound) {
  return async (url: string, { method, headers, body }: Asked): Promise<Response> => {
    const answer = await outbound.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: Object.entries(headers),
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      timeoutMs,
      maxBodyBytes: maxAnswerBytes,
    });
    if (answer.kind === 'failure') throw new UnreachableProvider(answer.message);
    // Response throws when it gets a body for a status that has none.
    const hasBody = ![204, 205, 304].includes(answer.status);
    return new Response(hasBody ? answer.body : null, {
      status: answer.status,
      headers: answer.headers.filter(([name]) => name === 'content-type'),
    });
  };
}
