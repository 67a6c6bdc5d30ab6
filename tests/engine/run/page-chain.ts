// A chain with a call for each page of a list, for tests, and what the pages answer.
import { answer, run } from './recorded-events';
import { makeChain } from './run-steps';

export const base = { kind: 'pages', items: '$.data', saveAs: 'orders' };
export const url = 'https://c1.example/orders?status=a%20b';

/** A chain whose first call, Read, is sent for each page of a list, and whose last posts the items of all of them. */
export function chainOf(repeat: object, call: object = {}, handlings: object[] = []) {
  const last = { method: 'POST', body: '{"orders": {{orders}}}' };
  return makeChain([{ name: 'Read', url, repeat: { ...base, ...repeat }, ...call }, last], { handlings });
}

export const data = (...items: unknown[]) => ({ data: items });
/** The header Link of the page before the one at the address. */
export const linkTo = (address: string) => ({
  headers: [['Link', `<https://x.example/>; rel="prev", <${address}>; rel=next`]] as [string, string][],
});

/** Runs that chain. `urls`: of the requests for pages. */
export async function listUrls(repeat: object, answers: ReturnType<typeof answer>[], call = {}) {
  const told = await run(chainOf(repeat, call), { answers: [...answers, answer('')] });
  return { ...told, urls: told.sent.slice(0, -1).map((request) => request.url) };
}
