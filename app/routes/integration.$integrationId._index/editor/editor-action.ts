import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { redirectWithToast } from '~/auth/toast-cookie';
import { newId } from '~/db/core/id';
import { describeHeldBackSave } from '~/components/integration/held-back-save';
import { findDefinedIntegration, findIntegration } from '~/db/integrations/integrations';
import { describeProblem, type Problem } from '~/problem';
import { endFormerSecret } from '~/services/integrations/former-secret';
import { yieldTurn } from '~/services/event-loop';
import { describeHoldingTests } from '~/services/integrations/required-tests';
import { checkChange, updateIntegration } from '~/services/integrations/integrations';
import { describeIntegration } from '~/services/integrations/integration-response';
import { rejectFields } from '~/services/integrations/validate-definition';
import { findConflict } from '../unsaved/save-conflict';
import { applyIntent } from './form-intents';
import { mergeErrors, toChange } from '../form/values/from-form-values';
import { EditorForm } from '../form/editor-form';
import { toFormValues } from '../form/values/to-form-values';
import { describeSchedule } from '../../integration.$integrationId/schedule-preview.server';
import { listAllVariables } from '../form/variable-scope';
import { startSavedTest } from '../chain/test-run/run-action';
import { listenToSaved } from '../trigger/sample-action';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { deployUrl } from '../../integration.$integrationId/deploy-url';
import { revealSecret } from '../../integration.$integrationId/revealed-secret';
import { clearOtherTriggers } from '../trigger/clear-other-triggers';
import { respond } from '../form/respond';

/**
 * Saves the editor's form, unless one of Conform's buttons was pressed; those add, move, remove or check something in the
 * form. Unless a save succeeds and redirects, the response holds everything that the user typed.
 */
export async function submitEditor(subject: ActionContext, sent: FormData) {
  const { formData, error, ...feedback } = applyIntent(clearOtherTriggers(sent));
  const submission = parseWithZod(formData, { schema: EditorForm });
  if (submission.status !== 'success') {
    const response = await respondToIntent(subject, formData, submission.reply());
    if (!feedback.inUse && !feedback.notice && !error) return respond({ ...response, ...feedback });
    return respond({ ...response, ...feedback, result: { ...response.result, error } });
  }
  const form = submission.value;
  const version = Number(formData.get('overwrite') ?? form.version);
  // The conflict comes first: `save` checks against the stored version and would report the other user's problems.
  const conflict = await findConflict(subject, form, version);
  const problem = conflict ? { kind: 'conflict' as const } : await save(subject, form, version);
  if (!problem || conflict?.differences.length === 0) {
    return redirectAfterSave(subject, formData);
  }
  const { status, body } = describeProblem(problem);
  const isNext = formData.get('intent') === 'next' && !conflict;
  const failure = { ...describeUnsaved(problem, body.message, isNext), conflict: conflict ?? null };
  const result = submission.reply({ fieldErrors: problem.fields });
  const schedule = describeSchedule(form.triggerConfig, subject.app.now());
  return respond({ kind: 'not-saved' as const, result, failure, schedule }, { status });
}

/** `isNext`: whether the user pressed 'Next' to go to the next step. */
function describeUnsaved({ kind, fields }: Problem, message: string, isNext: boolean) {
  if (!isNext) {
    const names = Object.keys(fields ?? {});
    const isTrigger = names.length > 0 && names.every((name) => name.startsWith('triggerConfig.'));
    const invalid = `Invalid ${isTrigger ? 'Trigger' : 'API Call'} Configuration`;
    return { title: kind === 'invalid' ? invalid : 'Save Failed', message };
  }
  const required =
    'Please save your changes before proceeding to the next step. Use the main Save button to save your progress.';
  return { title: 'Save Required', message: `${message}. ${required}` };
}

/** Drops what the user typed and shows the version that another user saved. */
export function acceptTheirs({ app, id }: ActionContext) {
  const toast = { title: 'Their version loaded', description: 'You now see what was saved last.' };
  return redirectWithToast(app, `/integration/${id}`, { tone: 'success', ...toast });
}

/** Reveals the webhook's secret beside the form; the form stays as it was typed. */
export async function submitReveal(subject: ActionContext, formData: FormData) {
  const result = parseWithZod(clearOtherTriggers(formData), { schema: EditorForm }).reply();
  const { revealed, status } = await revealSecret(subject);
  return respond({ kind: 'revealed' as const, result, ...revealed }, { status });
}

/** Leaves the form as it was typed; its page lists what its event may wait for. */
export function submitListSources(formData: FormData) {
  const result = parseWithZod(clearOtherTriggers(formData), { schema: EditorForm }).reply();
  return respond({ kind: 'sources-listed' as const, result });
}

/** Ends the validity of the former secret before its day is over; the form stays as it was typed. */
export async function submitEndFormer({ app, actor, id }: ActionContext, formData: FormData) {
  const result = parseWithZod(clearOtherTriggers(formData), { schema: EditorForm }).reply();
  const outcome = await endFormerSecret(app, actor, id);
  if (outcome.kind === 'ended')
    return respond({ kind: 'revealed' as const, result, secret: null, message: null });
  const { status, body } = describeProblem(outcome);
  return respond({ kind: 'revealed' as const, result, secret: null, message: body.message }, { status });
}

async function respondToIntent(subject: ActionContext, formData: FormData, reply: SubmissionResult) {
  const typed = new FormData();
  for (const [name, value] of formData) if (name !== '__intent__') typed.append(name, value);
  const parsed = parseWithZod(typed, { schema: EditorForm });
  const form = parsed.status === 'success' ? parsed.value : undefined;
  const schedule = form && describeSchedule(form.triggerConfig, subject.app.now());
  if (reply.intent?.type !== 'validate') return { kind: 'changed' as const, result: reply, schedule };
  const error = form && (await check(subject, form, await readChange(subject, form)))?.fields;
  // A button may check the whole schedule at once. Conform marks that name as validated only when it is listed as a field.
  const fields = [...(reply.fields ?? []), 'triggerConfig.cron'];
  return { kind: 'changed' as const, result: { ...reply, error, fields }, schedule };
}

async function check(
  { app, actor, id }: ActionContext,
  form: EditorForm,
  change: Awaited<ReturnType<typeof readChange>>,
): Promise<Problem | undefined> {
  const checked = await checkChange(app, actor, id, change);
  if (checked.kind !== 'invalid' && checked.kind !== 'definition') return checked;
  const problem = checked.kind === 'invalid' ? checked : undefined;
  const fields = mergeErrors(problem?.fields ?? {}, form);
  return Object.keys(fields).length === 0 ? problem : rejectFields(fields);
}

/** Converts the form to the change that a save makes. Stored variable names stay as they are. */
async function readChange({ app, actor, id }: ActionContext, form: EditorForm) {
  const row = await findDefinedIntegration(app.db, { id, organizationId: actor.organizationId });
  return toChange(form, newId, row && listAllVariables(toFormValues(describeIntegration(app, row))));
}

async function save(subject: ActionContext, form: EditorForm, version: number): Promise<Problem | undefined> {
  const { app, actor, id } = subject;
  const change = await readChange(subject, form);
  // Each of these takes tens of milliseconds for a definition of megabytes.
  await yieldTurn();
  const problem = await check(subject, form, change);
  if (problem) return problem;
  await yieldTurn();
  const outcome = await updateIntegration(app, actor, id, { ...change, version });
  return outcome.kind === 'integration' ? undefined : outcome;
}

async function redirectAfterSave(subject: ActionContext, formData: FormData): Promise<Response> {
  const intent = formData.get('intent');
  if (intent === 'run-test') return startSavedTest(subject, formData);
  if (intent === 'listen') return listenToSaved(subject);
  const { app, actor, id } = subject;
  const saved = await findIntegration(app.db, { id, organizationId: actor.organizationId });
  const isHeldBack = saved?.isActive && saved.deployedVersion !== saved.version;
  const failing = saved && (await describeHoldingTests(app, saved));
  const isLive = saved?.isActive && saved.pausedAt === null;
  const description = isHeldBack
    ? [describeHeldBackSave(saved), failing].filter(Boolean).join(' ')
    : `Your integration has been saved${isLive ? ' and is live' : ''}.`;
  const toast = { title: 'Configuration saved', description };
  const next = intent === 'next' ? deployUrl(id) : `/integration/${id}`;
  return redirectWithToast(app, next, { tone: 'success', ...toast });
}
