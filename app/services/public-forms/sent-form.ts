// A public form that a person without an account opens and sends. What they send is on disk before they are thanked.
import { isSameJson } from '~/engine/json/same-json';
import type { AppContext } from '~/context';
import { newId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import { findFormByToken, type PublicFormTexts } from '~/db/integrations/public-forms';
import type { IntegrationKey } from '~/db/integrations/integrations';
import type { FormField } from '~/engine/triggers/form';
import { checkFormData } from '~/engine/triggers/form-values';
import { idOfForm } from '../form-key';
import { rejectWhenDiskLow } from '../installation/disk-space';
import { maxWaiting } from '../limits/queue-bound';
import { stringifyJsonInTurns } from '../large-json';
import { findRunnable, publishQueued, queueExecution, type Runnable } from '../runs/control';
import { findStarted, type Queued, startOnce } from '../runs/run-once';
import { nameFormErrors } from '../runs/typed-form';

export interface PublicForm extends PublicFormTexts {
  /** Closed while the integration is not deployed, is paused, or its deployed version has no form. */
  kind: 'open' | 'closed';
  key: IntegrationKey;
  fields: FormField[];
  /** The most forms that are taken in a second; null for the limit of the installation. */
  perSecond: number | null;
}

/** Finds the form at an address. Strangers may not know the fields of a closed one. Problem: not-found. */
export async function findForm(
  context: AppContext,
  token: string,
): Promise<PublicForm | { kind: 'not-found' }> {
  const form = await findFormByToken(context.db, token);
  if (!form) return { kind: 'not-found' };
  const found = await findRunnable(context, context.db, form.key, { integrationId: form.key.id });
  if (found.kind !== 'runnable') return { kind: 'closed', ...form, fields: [], perSecond: null };
  const { fields, integration } = found;
  const kind = isOpen(found) ? 'open' : 'closed';
  return { kind, ...form, fields, perSecond: integration.deliveriesPerSecond };
}

function isOpen({ fields, integration }: Runnable): boolean {
  return fields.length > 0 && integration.isActive && integration.pausedAt === null;
}

/** What the members read. Nothing else would tell them that a form is missing. */
const crowded = 'The public form brought as much as strangers may store in a day, or one network half of it.';

interface SentPublicForm {
  triggerData: unknown;
  /** All that was sent: the same form starts one execution within an hour. */
  formData: FormData;
  /** The network that it came from, as limits count it. */
  network: string;
}

/** Checks whether a form was stored before. It is sent then, whatever has changed or keeps new ones away by now. */
export async function isStoredForm(
  context: AppContext,
  { key }: Pick<PublicForm, 'key'>,
  token: string,
  formData: FormData,
): Promise<boolean> {
  const sent = { integrationId: key.id, formId: idOfSent(context, token, formData) };
  return (await findStarted(context, context.db, sent)) !== undefined;
}

function idOfSent(context: AppContext, token: string, formData: FormData): string | undefined {
  return idOfForm(context, { userId: `public form ${token}` }, formData);
}

/**
 * Starts one execution with a form that was sent. Problems: invalid, by the names of the controls; not-found when the address or
 * the form has changed since it was opened; too-many-requests; unavailable.
 */
export async function acceptPublicForm(
  context: AppContext,
  form: Pick<PublicForm, 'key' | 'fields' | 'perSecond'>,
  token: string,
  { triggerData, formData, network }: SentPublicForm,
): Promise<Queued> {
  const { id: integrationId } = form.key;
  const formId = idOfSent(context, token, formData);
  const refused = rejectWhenDiskLow(context.disk);
  if (refused) return refused;
  const checked = checkFormData(form.fields, triggerData);
  if (checked.kind === 'wrong') return { kind: 'invalid', fields: nameFormErrors(checked.errors) };
  const retryAfterSeconds = context.limits.formsSent.take(integrationId, context.now(), form.perSecond);
  if (retryAfterSeconds > 0) return { kind: 'too-many-requests', retryAfterSeconds };
  if ((await countWaitingWork(context.db)) >= maxWaiting)
    return { kind: 'unavailable', retryAfterSeconds: 30 };
  const payload = await stringifyJsonInTurns(checked.triggerData);
  const room = context.limits.strangerBytes;
  const waitSeconds = room.take({ integrationId, network }, Buffer.byteLength(payload), context.now());
  if (waitSeconds > 0) {
    context.rejections.record(integrationId, { at: context.now(), status: 429, reason: crowded });
    return { kind: 'too-many-requests', retryAfterSeconds: waitSeconds };
  }

  async function start(tx: Queries): Promise<Queued> {
    const found = await findRunnable(context, tx, form.key, { integrationId });
    if (found.kind !== 'runnable' || !isOpen(found)) return { kind: 'not-found' };
    if (!isSameJson(found.fields, form.fields)) return { kind: 'not-found' };
    const executionId = newId();
    await queueExecution(context, tx, found, {
      id: executionId,
      trigger_type: 'public_form',
      trigger_data: payload,
      request: null,
    });
    return { kind: 'queued', executionId };
  }

  const outcome = await context.db.transaction(async (tx): Promise<Queued> => {
    const present = await findFormByToken(tx, token);
    if (!present) return { kind: 'not-found' };
    return startOnce<never>(context, tx, { integrationId, formId }, () => start(tx));
  });
  if (outcome.kind === 'queued') publishQueued(context, integrationId);
  return outcome;
}
