// Warns about APIs that answer a failure with 200, so that the execution would count as completed, and about rules that leave
// no way to succeed.
import type { ChainItem } from '../chain/chain';
import type { ResponseHandlingStep } from '../definition/response-step';
import { matchesCode } from '../schema/code-match';

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
    const warnings = endsAtSuccess(handling)
      ? [
          `${name}: no rule names a code of success, such as 2xx, and the default action ends the run. So a success would end it in error. Add a rule for 2xx that continues, under Response Handling.`,
        ]
      : [];
    const api = apis.find(({ url, field }) => url.test(call.url) && !looksAt(handling, field));
    if (api)
      warnings.push(
        `${name}: ${api.name} answers 200 also when it has done nothing. Add a rule that looks at ${api.field}, under Response Handling.`,
      );
    return warnings;
  });
}

/** The codes of 2xx that are in use (RFC 9110 §15.3, RFC 4918 §11.1). */
const successes = [200, 201, 202, 203, 204, 205, 206, 207];

/** Checks whether every response of success gets the default action, which ends the run. */
function endsAtSuccess(handling: ResponseHandlingStep | undefined): boolean {
  if (handling?.responseHandling.defaultAction !== 'stop_notify') return false;
  return !handling.responseHandling.statusCodeActions.some(
    ({ statusCodes }) =>
      statusCodes.length === 0 ||
      statusCodes.some((code) => successes.some((status) => matchesCode(code, status))),
  );
}

function looksAt(handling: ResponseHandlingStep | undefined, field: string): boolean {
  const rules = handling?.responseHandling.statusCodeActions ?? [];
  return rules.some(({ when = [] }) => when.some((condition) => condition.field.startsWith(field)));
}
