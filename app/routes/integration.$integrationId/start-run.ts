// Starts runs and tests with what a person typed: the values of the integration's form, or trigger data as JSON.
import { redirectWithToast } from '~/auth/toast-cookie';
import { readTyped, type Typed } from '~/components/typed-form/typed-form';
import { parseJson } from '~/engine/json/json';
import { textOf } from '~/engine/json/value-text';
import type { FormField } from '~/engine/triggers/form';
import { readDefault, readFieldText } from '~/engine/triggers/form-values';
import { idOfForm } from '~/services/form-key';
import { findRunForm, runManually } from '~/services/runs/control';
import { startTest } from '~/services/test-runs/whole-chain';
import type { ActionContext } from './action-context';
import { describeRejection } from './problem-message';
import { readTriggerData } from './read-trigger-data';
import { fieldOfRun, type RunForm } from './run-form';

/** A run that was not started. `errors` are by the names of the controls; `message` is about none of them. */
export interface NotStarted {
  kind: 'not-started';
  typed: Typed;
  errors: Record<string, string[]>;
  message: string | null;
  status: number;
}

/** Starts one execution, or a test, with what was typed into the form of `RunFields`. */
export async function startTyped(
  { app, actor, id }: ActionContext,
  formData: FormData,
  { isTest }: { isTest: boolean },
): Promise<{ kind: 'queued'; executionId: string } | NotStarted> {
  const typed = readTyped(formData);
  const refuse = (status: number, message: string | null, errors: Record<string, string[]> = {}) =>
    ({ kind: 'not-started', typed, errors, message, status }) as const;
  const form = await findRunForm(app, actor, { integrationId: id, isTest });
  if (form.kind !== 'form') {
    const { status, message } = describeRejection(form);
    return refuse(status, message);
  }
  const read = readData(form.fields, typed, app.config.webhookMaxBytes);
  if (read.kind === 'wrong') return refuse(422, null, { triggerData: [read.message] });
  const start = isTest ? startTest : runManually;
  const { triggerData } = read;
  const formId = idOfForm(app, actor, formData);
  const outcome = await start(app, actor, { integrationId: id, triggerData, formId });
  if (outcome.kind === 'queued') return outcome;
  const { status, message } = describeRejection(outcome);
  return outcome.fields ? refuse(status, null, outcome.fields) : refuse(status, message);
}

function readData(fields: readonly FormField[], typed: Typed, maxBytes: number) {
  if (fields.length === 0) return readTriggerData(typed.triggerData ?? '', maxBytes);
  const values = fields.map((field) => {
    const text = typed[fieldOfRun(field)] ?? '';
    return [field.name, readFieldText(field, field.type === 'boolean' ? String(text === 'true') : text)];
  });
  return { kind: 'read' as const, triggerData: Object.fromEntries(values) as unknown };
}

/** Returns the form with the defaults of its fields. */
export function fillDefaults(fields: FormField[]): RunForm {
  const texts = fields.map((field) => [fieldOfRun(field), textOf(readDefault(field) ?? '')]);
  return { fields, typed: Object.fromEntries(texts) };
}

/** Returns the form with the values of trigger data, a JSON text; with the defaults when the text is empty. */
export function fillForm(fields: FormField[], triggerData: string): RunForm {
  if (fields.length === 0) return { fields, typed: { triggerData } };
  const data = triggerData === '' ? null : parseJson(triggerData);
  if (typeof data !== 'object' || data === null) return fillDefaults(fields);
  const given = new Map(Object.entries(data));
  const texts = fields.map((field) => [fieldOfRun(field), textOf(given.get(field.name) ?? '')]);
  return { fields, typed: Object.fromEntries(texts) };
}

/** Leads to the log of an execution that was just started. */
export function showStarted({ app, id }: ActionContext, executionId: string): Promise<Response> {
  const toast = { title: 'Execution started', description: 'Follow it in the execution logs.' };
  const log = `/integration/${id}/logs?open=${executionId}#execution-${executionId}`;
  return redirectWithToast(app, log, { tone: 'success', ...toast });
}
