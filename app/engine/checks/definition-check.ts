// Checks a definition before it is saved. The server uses it for a save, the editor for a field that the user left.
import { ApiCall } from '../definition/api-call';
import { findHeaderProblem } from '../http/header-rules';
import { Definition } from '../integration';
import { findCredentialsProblem } from '../placeholders/url-template';
import { listMemoryProblems } from './memory-check';
import { listNameProblems } from './name-check';
import { removeUnseen } from '../schema/name-characters';
import { listFields } from '../schema/issue-fields';
import { limits } from '../schema/limits';
import { findHandshakeProblem } from '../senders/signing-handshake';
import { findTimeProblem } from '../senders/verify';
import { findSecretProblem } from '../senders/admission';
import { listFileProblems } from './file-problems';
import { listCallProblems } from './checklist';
import { findAnswerHeaderProblem } from '../senders/answer-headers';
import { listMisplacedWaits } from './wait-check';
import { restoreSecrets } from './masked-secrets';
import type { OpenDefinition } from './secret-places';

/**
 * Returns the sent definition with the stored secrets in place of their masks, or all that is wrong with it, by field as
 * `apiCalls.0.url`.
 *
 * @param makeId makes ids for calls and steps that have none yet
 * @param listMore lists what else is wrong with a definition, by field: what the server alone can tell
 */
export function checkDefinition(
  sent: Record<string, unknown>,
  stored: OpenDefinition,
  makeId: () => string,
  listMore: (definition: Definition) => Record<string, string[]> = () => ({}),
): { kind: 'definition'; definition: Definition } | { kind: 'wrong'; fields: Record<string, string[]> } {
  const apiCalls = completeCalls(sent.apiCalls, makeId);
  const parsed = Definition.safeParse({
    ...sent,
    apiCalls,
    conditionalExecutionSteps: completeIds(sent.conditionalExecutionSteps, makeId),
    responseHandlingSteps: completeIds(sent.responseHandlingSteps, makeId),
    loopSteps: completeLoops(sent.loopSteps, makeId),
  });
  const fields = { ...listCallFields(apiCalls), ...(parsed.error && listFields(parsed.error.issues)) };
  if (!parsed.success) return { kind: 'wrong', fields };
  const { definition, problems } = restoreSecrets(parsed.data, stored);
  const all = {
    ...fields,
    ...listUnsendable(parsed.data),
    ...listForgeable(parsed.data),
    ...listNameProblems(parsed.data),
    ...listMisplacedWaits(parsed.data),
    ...listMemoryProblems(parsed.data),
    ...listMore(parsed.data),
    ...problems,
  };
  return Object.keys(all).length > 0 ? { kind: 'wrong', fields: all } : { kind: 'definition', definition };
}

/**
 * Lists why calls could not be sent, even if other calls of the chain cannot be read. Calls beyond the limit are not looked at.
 */
function listCallFields(calls: unknown): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  if (!Array.isArray(calls)) return fields;
  for (const [index, call] of calls.slice(0, limits.calls).entries()) {
    const parsed = ApiCall.safeParse(call);
    for (const { field, message } of parsed.success ? listCallProblems(parsed.data) : []) {
      (fields[`apiCalls.${index}.${field}`] ??= []).push(message);
    }
  }
  return fields;
}

/** Lists what is well-formed but could never be sent. The schemas do not check it: they still read what was saved before. */
function listUnsendable({
  triggerConfig,
  apiCalls,
  responseHandlingSteps,
}: Definition): Record<string, string[]> {
  const found: [field: string, problem: string | undefined][] = [];
  const { headers: answered = {} } =
    (triggerConfig.type === 'webhook' && triggerConfig.webhook.respond) || {};
  for (const name of Object.keys(answered)) {
    found.push(['triggerConfig.webhook.respond.headers', findAnswerHeaderProblem(name)]);
  }
  for (const [index, call] of apiCalls.entries()) {
    const { url, headers } = call;
    found.push([`apiCalls.${index}.url`, findCredentialsProblem(url)]);
    found.push(
      ...listFileProblems(call).map(([field, problem]): (typeof found)[number] => [
        `apiCalls.${index}.${field}`,
        problem,
      ]),
    );
    for (const name of Object.keys(headers)) {
      found.push([`apiCalls.${index}.headers.${name}`, findHeaderProblem(name)]);
    }
  }
  for (const [index, { responseHandling }] of responseHandlingSteps.entries()) {
    const rules = `responseHandlingSteps.${index}.responseHandling.statusCodeActions`;
    for (const [rule, { webhookURL }] of responseHandling.statusCodeActions.entries()) {
      found.push([`${rules}.${rule}.webhookURL`, findCredentialsProblem(webhookURL ?? '')]);
    }
  }
  return toFields(found);
}

/** Lists what would let strangers forge or repeat deliveries. The schemas do not check it either. */
function listForgeable({ triggerConfig }: Definition): Record<string, string[]> {
  if (triggerConfig.type !== 'webhook') return {};
  const { webhook } = triggerConfig;
  const found = {
    'triggerConfig.webhook.secret': findSecretProblem(webhook.secret),
    'triggerConfig.webhook.handshake': findHandshakeProblem(webhook),
    'triggerConfig.webhook.verify.signed': findTimeProblem(webhook.verify),
  };
  return toFields(Object.entries(found));
}

/** Returns the problems by field, without the fields that have none. */
function toFields(found: [field: string, problem: string | undefined][]): Record<string, string[]> {
  const problems = found.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(problems.map(([field, problem]) => [field, [problem]]));
}

/** Completes calls; a call without an order keeps the position at which it was sent. */
function completeCalls(calls: unknown, makeId: () => string): unknown {
  const completed = completeIds(calls, makeId);
  if (!Array.isArray(completed)) return completed;
  return completed.map((call: unknown, index) => withoutUnseen(withDefault(call, 'order', () => index + 1)));
}

function withoutUnseen(call: unknown): unknown {
  if (typeof call !== 'object' || call === null || !('name' in call)) return call;
  return typeof call.name === 'string' ? { ...call, name: removeUnseen(call.name) } : call;
}

/** Adds ids to new items, which have none yet. */
function completeIds(items: unknown, makeId: () => string): unknown {
  return Array.isArray(items) ? items.map((item: unknown) => withDefault(item, 'id', makeId)) : items;
}

/** Completes loops; null and an empty list both mean that there are none. */
function completeLoops(loops: unknown, makeId: () => string): unknown {
  const isNone = loops === null || (Array.isArray(loops) && loops.length === 0);
  return isNone ? undefined : completeIds(loops, makeId);
}

function withDefault(item: unknown, key: string, make: () => unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const { [key]: given, ...rest } = item as Record<string, unknown>;
  return { ...rest, [key]: given || given === 0 ? given : make() };
}
