// Finds filters that can never work: misspelt ones, and those with a wrong argument, such as a broken regular expression or an
// unknown time zone. Only the server checks arguments, since browsers have no filters.
import { type ApiCall, listCredentialTexts } from '../definition/api-call';
import { nameCall } from '../definition/call-name';
import { sortByOrder } from '../definition/order';
import type { Definition } from '../integration';
import { parseExpression } from '../placeholders/expression-pattern';
import { createExpressionCheck, type ExpressionCheck } from '../placeholders/expression-problems';
import { readExpressions } from '../placeholders/template-references';
import { describeFilterProblem, listUnreadFilters } from '../placeholders/unread-filters';
import { toTemplate } from '../schema/memory';
import { isSecretHeader } from '../secrets/credential-names';

interface Written {
  /** The path of the field, from the definition's root. */
  field: string;
  text: string;
  /** The text may be a part of a secret, so that messages name only the filter. */
  isSecret?: boolean;
}

/** Lists the problems of one placeholder of a text, as the parts of sentences. */
type ListProblems = (
  check: ExpressionCheck,
  written: Written,
) => Generator<{ inside: string; problem: string }>;

/**
 * Lists wrong arguments by field, as `apiCalls.0.url`, except in texts of the definition `before`: what an earlier release saved
 * does not prevent the rest from being saved. A definition with very many filters is not checked to its end, so that a save does
 * not block the server; the log of a run shows the remaining problems.
 */
export function listFilterProblems(definition: Definition, before?: Definition): Record<string, string[]> {
  const saved = new Set(before ? [...listWritten(before)].map(({ text }) => text) : []);
  return listByField(definition, saved, listArgumentProblems);
}

/**
 * Lists these of all texts, as sentences that name the call, and further filters that would not work but may be saved: those
 * that cannot be read, and those inside the arguments of others, where the name of a column may have a bar in it.
 */
export function listFilterWarnings(definition: Definition): string[] {
  return Object.entries(listByField(definition, new Set(), listAllProblems)).flatMap(([field, problems]) => {
    const index = /^apiCalls\.(\d+)\./.exec(field)?.[1];
    const call = index === undefined ? undefined : definition.apiCalls[Number(index)];
    const from = call ? `${nameCall(call.name, sortByOrder(definition.apiCalls).indexOf(call))}: ` : '';
    return problems.map((problem) => `${from}${problem}.`);
  });
}

function listByField(
  definition: Definition,
  known: ReadonlySet<string>,
  list: ListProblems,
): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  const check = createExpressionCheck();
  for (const written of listWritten(definition)) {
    const { field, text, isSecret = false } = written;
    if (check.isUsedUp()) break;
    if (known.has(text) || !text.includes('|')) continue;
    const found = new Set(problems[field]);
    // Several texts may share a field, as the headers of a response do.
    for (const { inside, problem } of list(check, written)) {
      found.add(
        isSecret ? `A placeholder would not work: ${problem}` : describeFilterProblem(inside, problem),
      );
    }
    if (found.size > 0) problems[field] = [...found];
  }
  return problems;
}

const listArgumentProblems: ListProblems = function* (check, { text }) {
  for (const expression of readExpressions(text)) {
    for (const problem of check.listProblems(expression)) yield { inside: expression.source, problem };
    if (check.isUsedUp()) return;
  }
};

const listAllProblems: ListProblems = function* (check, { text, isSecret }) {
  for (const { inside, problem } of listUnreadFilters(text)) {
    // What cannot be read may be a part of the secret.
    yield { inside, problem: isSecret ? 'its filters cannot be read' : problem };
  }
  for (const expression of readExpressions(text)) {
    const problems = [...check.listProblems(expression), ...check.listItemProblems(expression)];
    for (const problem of problems) yield { inside: expression.source, problem };
    if (check.isUsedUp()) return;
  }
};

function* listWritten(definition: Definition): Generator<Written> {
  const { triggerConfig, runSettings, apiCalls, loopSteps = [] } = definition;
  for (const [index, { template: text }] of (runSettings?.computed ?? []).entries()) {
    yield { field: `runSettings.computed.${index}.template`, text };
  }
  const webhook = triggerConfig.type === 'webhook' ? triggerConfig.webhook : undefined;
  for (const [index, { field }] of (webhook?.onlyRunIf ?? []).entries()) {
    yield { field: `triggerConfig.webhook.onlyRunIf.${index}.field`, text: bracketed(field) };
  }
  const { body, headers = {} } = webhook?.respond ?? {};
  yield { field: 'triggerConfig.webhook.respond.body', text: body ?? '' };
  for (const text of Object.values(headers)) yield { field: 'triggerConfig.webhook.respond.headers', text };
  for (const [index, call] of apiCalls.entries()) yield* listOfCall(`apiCalls.${index}`, call);
  yield* listOfSteps(definition);
  for (const [index, { items, onlyNew, collect }] of loopSteps.entries()) {
    yield { field: `loopSteps.${index}.items`, text: bracketed(items) };
    yield { field: `loopSteps.${index}.onlyNew.key`, text: bracketed(onlyNew?.key ?? '') };
    for (const [at, { from }] of collect.entries()) {
      yield { field: `loopSteps.${index}.collect.${at}.from`, text: bracketed(from) };
    }
  }
}

function* listOfCall(call: string, written: ApiCall): Generator<Written> {
  const { url, headers, authConfig, body, wait, responseMapping, remember = [] } = written;
  yield { field: `${call}.url`, text: url };
  for (const [name, text] of Object.entries(headers)) {
    yield { field: `${call}.headers.${name}`, text, isSecret: isSecretHeader(written, name) };
  }
  const ofCredentials = authConfig.type === 'basic' ? ['username', 'password'] : ['token'];
  for (const [index, text] of listCredentialTexts(authConfig).entries()) {
    yield { field: `${call}.authConfig.${ofCredentials[index]}`, text, isSecret: true };
  }
  yield { field: `${call}.body`, text: body };
  if (wait?.kind === 'until') yield { field: `${call}.wait.at`, text: wait.at };
  if (wait?.kind === 'answer') yield { field: `${call}.wait.message`, text: wait.message ?? '' };
  for (const [index, { template: text }] of (responseMapping.computed ?? []).entries()) {
    yield { field: `${call}.responseMapping.computed.${index}.template`, text };
  }
  for (const [index, { value }] of remember.entries()) {
    yield { field: `${call}.remember.${index}.value`, text: toTemplate(value) };
  }
}

function* listOfSteps({ conditionalExecutionSteps, responseHandlingSteps }: Definition): Generator<Written> {
  for (const [index, { conditionalExecution }] of conditionalExecutionSteps.entries()) {
    const step = `conditionalExecutionSteps.${index}.conditionalExecution`;
    const { condition, conditions = [] } = conditionalExecution;
    yield { field: `${step}.condition.field`, text: bracketed(condition?.field ?? '') };
    for (const [at, { field }] of conditions.entries()) {
      yield { field: `${step}.conditions.${at}.field`, text: bracketed(field) };
    }
  }
  for (const [index, { responseHandling }] of responseHandlingSteps.entries()) {
    const rules = `responseHandlingSteps.${index}.responseHandling.statusCodeActions`;
    for (const [rule, { webhookURL = '', when = [] }] of responseHandling.statusCodeActions.entries()) {
      yield { field: `${rules}.${rule}.webhookURL`, text: webhookURL };
      for (const [at, { field }] of when.entries()) {
        yield { field: `${rules}.${rule}.when.${at}.field`, text: bracketed(field) };
      }
    }
  }
}

/** Returns an expression without braces as a template; empty when it cannot be read as one expression. */
function bracketed(expression: string): string {
  return 'problem' in parseExpression(expression) ? '' : `{{${expression}}}`;
}
