// Finds filters whose written arguments can never work: broken regular expressions and JSON paths, unknown time zones and the
// like. Only the server checks them, since browsers have no filters.
import { type ApiCall, listCredentialTexts } from '../definition/api-call';
import type { Definition } from '../integration';
import { parseExpression } from '../placeholders/expression-pattern';
import { createExpressionCheck, type ExpressionCheck } from '../placeholders/expression-problems';
import { showPlaceholder } from '../placeholders/placeholder';
import { readExpressions } from '../placeholders/template-references';
import { toTemplate } from '../schema/memory';
import { isSecretHeader } from '../secrets/credential-names';

interface Written {
  /** The path of the field, from the definition's root. */
  field: string;
  text: string;
  /** The text may be a part of a secret, so that messages name only the filter. */
  isSecret?: boolean;
}

/**
 * Lists problems by field, as `apiCalls.0.url`, except in texts of the definition `before`: what an earlier release saved does
 * not prevent the rest from being saved. A definition with very many filters is not checked to its end, so that a save does not
 * block the server; the log of a run shows the remaining problems.
 */
export function listFilterProblems(definition: Definition, before?: Definition): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  const check = createExpressionCheck();
  const saved = new Set(before ? [...listWritten(before)].map(({ text }) => text) : []);
  for (const { field, text, isSecret = false } of listWritten(definition)) {
    if (check.isUsedUp()) break;
    if (saved.has(text)) continue;
    const found = new Set(text.includes('|') ? describeProblems(text, isSecret, check) : []);
    // Several texts may share a field, as the headers of a response do.
    if (found.size > 0) problems[field] = [...new Set([...(problems[field] ?? []), ...found])];
  }
  return problems;
}

/** Lists the problems of all texts, as sentences that name the call. */
export function listFilterWarnings(definition: Definition): string[] {
  return Object.entries(listFilterProblems(definition)).flatMap(([field, problems]) => {
    const index = /^apiCalls\.(\d+)\./.exec(field)?.[1];
    const name = index === undefined ? undefined : definition.apiCalls[Number(index)]?.name;
    return problems.map((problem) => `${name ? `${name}: ` : ''}${problem}.`);
  });
}

function* describeProblems(text: string, isSecret: boolean, check: ExpressionCheck): Generator<string> {
  for (const expression of readExpressions(text)) {
    const shown = isSecret ? 'A placeholder' : showPlaceholder(expression.source);
    for (const problem of check.listProblems(expression)) yield `${shown} would not work: ${problem}`;
    if (check.isUsedUp()) return;
  }
}

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
