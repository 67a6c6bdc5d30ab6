// Builds the notice that a response rule posts to its webhook. It consists of what the log holds, which is masked and kept, so
// that a resumed run posts the same notice under the same Idempotency-Key.
import type { ChainCall } from '../chain/chain';
import { loggedValueLength, type PastResponse } from '../events/event';
import { limits } from '../schema/limits';
import { isJsonLongerThan, stringifyJson } from '../json/json';
import type { InParts } from '../json/json-parts';
import { stringifyJsonInParts } from '../json/write-in-parts';
import { parseBodyInParts } from './outcome';
import type { Finished } from '../events/history';
import { type MaskSecrets, maskSecretsIn } from '../secrets/mask-secrets';
import { renderUrl } from '../placeholders/rendered-url';
import type { BuiltRequest, CallRequest } from './request';
import type { StatusCodeAction } from '../definition/response-step';
import { identifyAttempt, placeOfNotice } from '../events/call-place';
import { findRule } from './response-rule';
import { maskUrlCredentials } from '../secrets/url-credentials';
import type { Variables } from '../placeholders/reference';
import type { OrganizationValue } from '../values/value';
import { addValues, listShown } from '../values/value-use';

/** A call of the chain that is over. */
export interface RecordedCall {
  callName: string;
  finished: Finished;
}

/** The most characters that all variables of a notice have together as JSON. */
const variablesLength = 256 * 1024;

/** Returns the rule whose notice is posted about a call, if there is one. */
export function findNoticeRule(
  { handling }: ChainCall,
  { response, ruling }: Finished,
): StatusCodeAction | undefined {
  if (ruling?.action !== 'webhook' || !handling) return undefined;
  const rules = handling.responseHandling.statusCodeActions;
  const rule =
    ruling.ruleIndex === undefined
      ? findRule(handling, response?.status ?? null)?.rule
      : rules[ruling.ruleIndex];
  return rule?.webhookURL ? rule : undefined;
}

/** Builds the notice about a call, in parts. Refused, with a message for the log, when its address is not a valid URL. */
export function* buildNotice({
  executionId,
  item,
  place,
  rule,
  request,
  finished,
  before,
  variables,
  values,
  maskSecrets,
}: {
  executionId: string;
  /** See `RunScope`. */
  item?: number | undefined;
  place: ChainCall;
  rule: StatusCodeAction;
  /** The call as it was sent. */
  request: CallRequest;
  finished: Finished;
  /** The calls before this one. */
  before: RecordedCall[];
  /** The variables for the placeholders of the address, including those of the call itself. */
  variables: Variables;
  /** The organization's values that the address names. */
  values: readonly OrganizationValue[];
  maskSecrets: MaskSecrets;
}): InParts<BuiltRequest> {
  const { response, ruling } = finished;
  const statusCode = response?.status ?? null;
  const all = addValues(variables, listShown(values));
  const rendered = yield* renderUrl(rule.webhookURL ?? '', all, 'the webhook URL');
  if (rendered.kind === 'refused') return rendered;
  const { method } = request;
  const payload = {
    executionId,
    originalApiCall: {
      name: place.name,
      url: maskUrlCredentials(maskSecrets(request.url)),
      method,
      statusCode,
    },
    responseData: {
      statusCode,
      responseBody: response && (yield* readBody(response)),
      timestamp: new Date(ruling?.answeredAt ?? 0).toISOString(),
    },
    previousResults: yield* describeResults(before, maskSecrets),
  };
  const notice: CallRequest = {
    method: 'POST',
    url: rendered.url,
    headers: [
      ['Content-Type', 'application/json'],
      [
        'Idempotency-Key',
        identifyAttempt({ executionId }, placeOfNotice({ callId: place.call.id, item }), 1),
      ],
    ],
    body: yield* stringifyJsonInParts(payload),
    timeoutMs: limits.callTimeoutMs.default,
    followRedirects: false,
    secrets: [],
    secretHeaders: [],
  };
  return { kind: 'request', request: notice };
}

function* readBody({ body = '', truncated }: PastResponse): InParts<unknown> {
  return truncated ? body : yield* parseBodyInParts(body);
}

function* describeResults(calls: RecordedCall[], maskSecrets: MaskSecrets): InParts<object[]> {
  let left = variablesLength;
  const results: object[] = [];
  for (const { callName, finished } of calls) {
    const variables: [string, unknown][] = [];
    for (const [name, value] of finished.saved) {
      if (isJsonLongerThan(value, Math.min(left, loggedValueLength))) continue;
      const masked = maskSecretsIn(value, maskSecrets);
      left -= stringifyJson(masked).length;
      variables.push([name, masked]);
      yield;
    }
    const { outcome, response } = finished;
    const statusCode = response?.status ?? null;
    results.push({ callName, status: outcome, statusCode, variables: Object.fromEntries(variables) });
  }
  return results;
}
