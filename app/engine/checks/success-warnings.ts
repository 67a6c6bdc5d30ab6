// Warns about APIs that answer a failure with 200, so that the execution would count as completed.
import type { ChainItem } from '../chain/chain';
import type { ResponseHandlingStep } from '../definition/response-step';

interface Api {
  /** The beginning of the warning. */
  name: string;
  url: RegExp;
  /** The field of the response that says whether the call succeeded. */
  field: string;
}

/** Sources: the GraphQL specification (§7.1) with GraphQL over HTTP, and Slack's Web API. */
const apis: Api[] = [
  { name: 'a GraphQL API', url: /^[^?#]*\/graphql(?:\.json)?\/?(?:[?#]|$)/i, field: 'response.body.errors' },
  { name: 'Slack', url: /^https:\/\/(?:www\.)?slack\.com\/api\//i, field: 'response.body.ok' },
];

/** Lists warnings as sentences that name the call. */
export function listSuccessWarnings(places: readonly ChainItem[]): string[] {
  return places.flatMap((place) => {
    if (place.kind === 'check') return [];
    const { call, handling, name } = place;
    const api = apis.find(({ url, field }) => url.test(call.url) && !looksAt(handling, field));
    if (!api) return [];
    return [
      `${name}: ${api.name} answers 200 also when it has done nothing. Add a rule that looks at ${api.field}, under Response Handling.`,
    ];
  });
}

function looksAt(handling: ResponseHandlingStep | undefined, field: string): boolean {
  const rules = handling?.responseHandling.statusCodeActions ?? [];
  return rules.some(({ when = [] }) => when.some((condition) => condition.field.startsWith(field)));
}
