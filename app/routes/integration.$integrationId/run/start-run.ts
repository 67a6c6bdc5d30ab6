// Starts runs and tests with what a person typed and chose: the values of the integration's form, or trigger data as JSON.
import { redirectWithToast } from '~/auth/toast-cookie';
import { readTyped, type Typed } from '~/components/typed-form/typed-form';
import type { Config } from '~/config';
import { parseJson } from '~/engine/json/json';
import { textOf } from '~/engine/json/value-text';
import type { FormField } from '~/engine/triggers/form';
import { nameControl } from '~/engine/triggers/form-control';
import { readDefault } from '~/engine/triggers/form-values';
import { idOfForm } from '~/services/form-key';
import { formChanged, isOfOtherFields } from '~/services/public-forms/form-digest';
import { findRunForm, runManually } from '~/services/runs/control';
import { askForFilesAgain, readTypedForm } from '~/services/runs/typed-form';
import { startTest } from '~/services/test-runs/whole-chain';
import type { ActionContext } from '../action-context';
import { describeRejection } from '../problem-message';
import { readTriggerData } from './read-trigger-data';
import { describeFormerFiles, findFormerFiles } from './run-files';
import { keptFilesName, type RunForm } from './run-form';
import type { SentRun } from './sent-run';

/** A run that was not started. `errors` are by the names of the controls; `message` is about none of them. */
export interface NotStarted {
  kind: 'not-started';
  typed: Typed;
  errors: Record<string, string[]>;
  message: string | null;
  status: number;
  /** The form as it is by now, where its fields have changed since it was opened. */
  changed: FormField[] | null;
}

/** Starts one execution, or a test, with what was sent from the form of `RunFields`. */
export async function startTyped(
  { app, actor, id }: ActionContext,
  { formData, files, isForPage }: SentRun,
  { isTest }: { isTest: boolean },
): Promise<{ kind: 'queued'; executionId: string } | NotStarted> {
  const typed = readTyped(formData);
  for (const name of files.keys()) delete typed[name];
  const refuse = (status: number, message: string | null, found: Record<string, string[]> = {}) => {
    const errors = isForPage ? askForFilesAgain(found, files.keys()) : found;
    return { kind: 'not-started', typed, errors, message, status, changed: null } as const;
  };
  const form = await findRunForm(app, actor, { integrationId: id, isTest });
  if (form.kind !== 'form') {
    const { status, message } = describeRejection(form);
    return refuse(status, message);
  }
  if (isOfOtherFields(formData, form.fields)) {
    const { status, message } = describeRejection(formChanged);
    return { ...refuse(status, message), changed: form.fields };
  }
  const former = typed[keptFilesName];
  const owner = { organizationId: actor.organizationId, integrationId: id };
  const all = new Map([...(former ? await findFormerFiles(app, owner, former, form.fields) : []), ...files]);
  const read = readData(form.fields, { texts: typed, files: all }, app.config.webhookMaxBytes);
  if (read.kind === 'wrong') return refuse(422, null, read.errors);
  const start = isTest ? startTest : runManually;
  const { triggerData } = read;
  const formId = idOfForm(app, actor, formData);
  const outcome = await start(app, actor, { integrationId: id, triggerData, formId });
  if (outcome.kind === 'queued') return outcome;
  const { status, message } = describeRejection(outcome);
  return outcome.fields ? refuse(status, null, outcome.fields) : refuse(status, message);
}

/** Reads what was typed; `wrong` when texts or files are too long to be looked at further. */
function readData(
  fields: readonly FormField[],
  typed: Parameters<typeof readTypedForm>[1],
  maxBytes: number,
) {
  if (fields.length > 0) return readTypedForm(fields, typed, maxBytes);
  const read = readTriggerData(typed.texts.triggerData ?? '', maxBytes);
  return read.kind === 'read' ? read : { kind: 'wrong' as const, errors: { triggerData: [read.message] } };
}

/** The setting that bounds files. */
interface Settings {
  config: Pick<Config, 'webhookMaxBytes'>;
}

/** Returns the form with the defaults of its fields. */
export function fillDefaults({ config }: Settings, fields: FormField[]): RunForm {
  const texts = fields.map((field) => [nameControl(field), textOf(readDefault(field) ?? '')]);
  return { fields, typed: Object.fromEntries(texts), maxFileBytes: config.webhookMaxBytes, kept: null };
}

/**
 * Returns the form with the values of trigger data, a JSON text; with the defaults when the text is empty. `executionId`: the
 * execution that has the data, and its files.
 */
export function fillForm(
  app: Settings,
  fields: FormField[],
  triggerData: string,
  executionId?: string | null,
): RunForm {
  const empty = fillDefaults(app, fields);
  if (fields.length === 0) return { ...empty, typed: { triggerData } };
  const data = triggerData === '' ? null : parseJson(triggerData);
  if (typeof data !== 'object' || data === null) return empty;
  const given = new Map(Object.entries(data));
  const texts = fields.map((field) => [
    nameControl(field),
    field.type === 'file' ? '' : textOf(given.get(field.name) ?? ''),
  ]);
  const kept = executionId ? describeFormerFiles(fields, data, executionId) : null;
  return { ...empty, typed: Object.fromEntries(texts), kept };
}

/** Leads to the log of an execution that was just started. */
export function showStarted({ app, id }: ActionContext, executionId: string): Promise<Response> {
  const toast = { title: 'Execution started', description: 'Follow it in the execution logs.' };
  const log = `/integration/${id}/logs?open=${executionId}#execution-${executionId}`;
  return redirectWithToast(app, log, { tone: 'success', ...toast });
}
