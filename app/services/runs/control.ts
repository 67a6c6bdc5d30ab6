// The actions of people and programs on executions: run an integration now, cancel an execution. To run one again is in
// `replay-execution.ts`.
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { findExecution, insertExecution, type NewExecution } from '~/db/executions/executions';
import { cancelExecution as cancelExecutionRow } from '~/db/executions/cancellation';
import { findNewestRequest } from '~/db/executions/samples';
import { newId } from '~/db/core/id';
import { findIntegration, type Integration } from '~/db/integrations/integrations';
import type { Queries } from '~/db/core/queries';
import { closeRunningSteps } from '~/db/executions/steps';
import { markTestExecution } from '~/db/executions/logs/test-executions';
import { stringifyJson } from '~/engine/json/json';
import { isSameJson } from '~/engine/json/same-json';
import type { DeliveryRequest } from '~/engine/delivery/delivery-request';
import { type FormField, listFormFields } from '~/engine/triggers/form';
import { checkFormData } from '~/engine/triggers/form-values';
import type { Problem } from '~/problem';
import { findDefinition } from '../integrations/definition-cache';
import { rejectWhenDiskLow } from '../installation/disk-space';
import type { Actor } from '../actor';
import { stringifyJsonInTurns } from '../large-json';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { type Queued, startOnce } from './run-once';
import { nameFormErrors } from './typed-form';

/** The execution that the caller means. */
export interface Target {
  integrationId: string;
  executionId: string;
}

interface ManualRun {
  integrationId: string;
  triggerData: unknown;
  /** Stands for the request of a delivery; without it, a test takes the newest request, when the definition uses it. */
  request?: DeliveryRequest | undefined;
  isTest?: boolean;
  /** The id of the form that asks for it. */
  formId?: string | undefined;
}

/** The data was checked by a form that another one has replaced since. */
interface FormChanged {
  kind: 'form-changed';
}

const cancelledByPerson = 'The execution was cancelled.';

/**
 * Cancels an execution that has not ended: it sends nothing further, and a call in flight is aborted within a second.
 * Problems: not-found; conflict when it has ended.
 */
export async function cancelExecution(
  context: AppContext,
  actor: Actor,
  { integrationId, executionId }: Target,
): Promise<{ kind: 'cancelled' } | Problem> {
  const { organizationId } = actor;
  const now = context.now();
  const outcome = await transactAsMember(
    context.db,
    actor,
    'run-integrations',
    async (tx): Promise<{ kind: 'cancelled' } | Problem> => {
      const execution = await findExecution(tx, { id: executionId, integrationId, organizationId });
      if (!execution) return { kind: 'not-found' };
      if (
        !(await cancelExecutionRow(tx, { id: executionId, integrationId, reason: cancelledByPerson, now }))
      ) {
        return { kind: 'conflict', message: 'This execution has already ended.' };
      }
      await closeRunningSteps(tx, { executionId, reason: cancelledByPerson, now });
      await insertAuditEntry(tx, { ...actor, kind: 'execution-cancelled', subjectId: executionId, now });
      return { kind: 'cancelled' };
    },
  );
  if (outcome.kind === 'cancelled') {
    context.metrics.countExecution('cancelled');
    publishQueued(context, integrationId);
  }
  return outcome;
}

/**
 * Runs an integration now with the given payload, whatever its trigger, also as a draft. `isTest` marks the execution as a
 * test. The same form starts one execution, however often it is sent. Problems: not-found; conflict when there is nothing to
 * run; invalid, for `triggerData.name`, when the data does not fit the form of the trigger; unavailable when the disk is nearly
 * full.
 */
export async function runManually(context: AppContext, actor: Actor, run: ManualRun): Promise<Queued> {
  const { integrationId, triggerData, request, isTest = false, formId } = run;
  const refused = rejectWhenDiskLow(context.disk);
  if (refused) return refused;
  const asked = await findRunnable(context, context.db, actor, { integrationId, isTest });
  if (asked.kind !== 'runnable') return asked;
  const checked = checkFormData(asked.fields, triggerData);
  if (checked.kind === 'wrong') return { kind: 'invalid', fields: nameFormErrors(checked.errors) };
  // A megabyte takes too long to write within the transaction.
  const payload = checked.triggerData === undefined ? null : await stringifyJsonInTurns(checked.triggerData);
  async function start(tx: Queries): Promise<Queued | FormChanged> {
    const found = await findRunnable(context, tx, actor, { integrationId, isTest });
    if (found.kind !== 'runnable') return found;
    if (!isSameJson(found.fields, asked.fields)) return { kind: 'form-changed' };
    const executionId = newId();
    await queueExecution(context, tx, found, {
      id: executionId,
      trigger_type: 'manual',
      trigger_data: payload,
      request: request
        ? stringifyJson(request)
        : isTest && found.usesRequest
          ? await findNewestRequest(tx, found.integration)
          : null,
    });
    if (isTest) await markTestExecution(tx, { id: executionId, integrationId, now: context.now() });
    await addAuditEntry(context, tx, actor, { kind: 'integration-run', subjectId: executionId });
    return { kind: 'queued', executionId };
  }

  // The sent data took time to arrive and to be written.
  const outcome = await transactAsMember(context.db, actor, 'run-integrations', (tx) =>
    startOnce(context, tx, { integrationId, formId }, () => start(tx)),
  );
  if (outcome.kind === 'form-changed') return runManually(context, actor, run);
  if (outcome.kind === 'queued') publishQueued(context, integrationId);
  return outcome;
}

/**
 * Returns the fields of the form that {@link runManually} would check, none without a form. Problems: not-found; conflict when
 * there is nothing to run.
 */
export async function findRunForm(
  context: AppContext,
  owner: Pick<Actor, 'organizationId'>,
  asked: { integrationId: string; isTest?: boolean },
): Promise<{ kind: 'form'; fields: FormField[] } | Problem> {
  const found = await findRunnable(context, context.db, owner, asked);
  return found.kind === 'runnable' ? { kind: 'form', fields: found.fields } : found;
}

/** Inserts a queued execution of an integration that may run. */
export async function queueExecution(
  context: AppContext,
  tx: Queries,
  { integration: { id, organizationId }, version }: Runnable,
  about: Pick<NewExecution, 'id' | 'trigger_type' | 'trigger_data' | 'request'> & {
    hops?: number;
    replay_of?: string;
    traceparent?: string | null;
  },
): Promise<void> {
  await insertExecution(tx, {
    organization_id: organizationId,
    integration_id: id,
    integration_version: version,
    status: 'queued',
    started_at: context.now(),
    completed_at: null,
    error_message: null,
    ...about,
  });
}

export interface Runnable {
  kind: 'runnable';
  integration: Integration;
  /** The deployed version; the newest one for a test. */
  version: number;
  usesRequest: boolean;
  /** The fields of the form of this version; none without a form. */
  fields: FormField[];
}

/** Returns an integration with the version that is to run. Problems: not-found; conflict when there is nothing to run. */
export async function findRunnable(
  { definitions }: AppContext,
  tx: Queries,
  { organizationId }: Pick<Actor, 'organizationId'>,
  { integrationId: id, isTest = false }: { integrationId: string; isTest?: boolean },
): Promise<Runnable | Problem> {
  const integration = await findIntegration(tx, { id, organizationId });
  if (!integration) return { kind: 'not-found' };
  const version = isTest ? integration.version : integration.deployedVersion;
  const found = await findDefinition({ definitions, db: tx }, id, version);
  if (found.kind === 'found' && found.definition.apiCalls.length === 0) {
    return { kind: 'conflict', message: 'There is nothing to run yet. Add an API call first.' };
  }
  const isFound = found.kind === 'found';
  const fields = isFound ? listFormFields(found.definition.triggerConfig) : [];
  return { kind: 'runnable', integration, version, usesRequest: isFound && found.usesRequest, fields };
}

/** Lets runners and open logs know that an execution of the integration was queued. */
export function publishQueued(context: AppContext, integrationId: string): void {
  context.wake();
  context.changeEvents.publish(integrationId);
}
