// Queues the integrations that wait for the ending of another one's execution.
import { firstItemStep } from '~/engine/events/step-number';
import type { RunFailure } from '~/engine/events/failure-kind';
import { parseJson, stringifyJson } from '~/engine/json/json';
import type { Extraction } from '~/engine/logged';
import type { CallFailure } from '~/engine/run-facts';
import { findLoopProblem } from '~/engine/triggers/trigger';
import { newId } from '../core/id';
import type { Queries } from '../core/queries';
import { insertExecution } from '../executions/executions';
import { countUnstartedFailure } from '../executions/ended-executions';
import { type EventTarget, listEventTargets } from '../integrations/event-triggers';
import { readTags } from '../integrations/tags';

/** The longest JSON of a result; a longer one is handed on without the variables. */
const maxResultLength = 256 * 1024;

/** An execution that ends, with what the ending transaction knows. */
export interface EndedExecution {
  integrationId: string;
  organizationId: string;
  executionId: string;
  status: 'completed' | 'error' | 'cancelled';
  errorMessage: string | null;
  /** The failure that the error comes from. */
  failure?: RunFailure | undefined;
  /** Whether it is a test; false by default. */
  isTest?: boolean;
  /** The hops of the execution that ends. */
  hops: number;
  traceparent?: string | null;
  now: number;
}

/**
 * Queues the integrations that wait for this ending, in the transaction that stores it. Returns their ids: when the transaction
 * is on disk, the caller notifies their browsers and wakes the runner. A hop too many becomes an execution in error, so that
 * users see why the chain ends. A cancelled execution starts nothing.
 */
export async function queueEventTargets(tx: Queries, ended: EndedExecution): Promise<string[]> {
  const { integrationId, organizationId, status } = ended;
  if (status === 'cancelled') return [];
  const isTest = ended.isTest ? 1 : 0;
  const targets = await listEventTargets(tx, { integrationId, organizationId, ending: status, isTest });
  if (targets.length === 0) return [];
  const triggerData = await describeResult(tx, ended);
  for (const target of targets) await insertFollower(tx, ended, target, triggerData);
  return targets.map((target) => target.integrationId);
}

async function insertFollower(
  tx: Queries,
  ended: EndedExecution,
  target: EventTarget,
  triggerData: string,
): Promise<void> {
  const { organizationId, traceparent = null, now } = ended;
  const hops = ended.hops + 1;
  const loop = findLoopProblem(hops) ?? null;
  const id = newId();
  await insertExecution(tx, {
    id,
    organization_id: organizationId,
    integration_id: target.integrationId,
    integration_version: target.version,
    status: loop ? 'error' : 'queued',
    trigger_type: 'event',
    started_at: now,
    completed_at: loop ? now : null,
    error_message: loop,
    trigger_data: triggerData,
    hops,
    traceparent,
  });
  if (loop) {
    const { integrationId } = target;
    await countUnstartedFailure(tx, { integrationId, executionId: id, kind: 'loop', reason: loop, at: now });
  }
}

/** Builds the payload of the following execution. Its variables are those of the log: masked, and without very long ones. */
async function describeResult(tx: Queries, ended: EndedExecution): Promise<string> {
  const { executionId, integrationId, status, errorMessage, now } = ended;
  const found = await findExecutionResult(tx, executionId);
  const result = {
    executionId,
    integrationId,
    integrationName: found?.integrationName ?? null,
    integrationTags: readTags(found?.tags ?? '[]'),
    status,
    errorMessage,
    failure: describeFailure(ended),
    startedAt: new Date(found?.startedAt ?? now).toISOString(),
    completedAt: new Date(now).toISOString(),
  };
  try {
    const text = stringifyJson({ ...result, variables: readVariables(found?.extractions ?? []) });
    if (text.length <= maxResultLength) {
      parseJson(text);
      return text;
    }
  } catch (error) {
    // A value nested as deep as the parser allows is too deep one level further down.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return stringifyJson(result);
}

/**
 * Returns when the execution began, the name and tags of its integration, and what each step took out of responses: JSON of the
 * engine's `Extraction[]`, masked.
 */
async function findExecutionResult(
  db: Queries,
  executionId: string,
): Promise<{ startedAt: number; integrationName: string; tags: string; extractions: string[] } | undefined> {
  const execution = await db.first(
    db.build
      .selectFrom('executions')
      .innerJoin('integrations', 'integrations.id', 'executions.integration_id')
      .select([
        'executions.started_at as startedAt',
        'integrations.name as integrationName',
        'integrations.tags',
      ])
      .where('executions.id', '=', executionId),
  );
  if (!execution) return undefined;
  const steps = await db.all(
    db.build
      .selectFrom('steps')
      .select('extractions')
      .where('execution_id', '=', executionId)
      .where('extractions', 'is not', null)
      // Only the item itself knows what it took out.
      .where('step', '<', firstItemStep)
      .orderBy('step'),
  );
  return {
    ...execution,
    extractions: steps.flatMap(({ extractions }) => extractions ?? []),
  };
}

/** Describes the failure as a run itself does; null when no call failed. */
function describeFailure({ failure, now }: EndedExecution): CallFailure | null {
  if (!failure?.callId) return null;
  const { callName, status = null, error = '', attempts = 0 } = failure;
  return { callName, status, error, attempts, at: new Date(now).toISOString() };
}

function readVariables(steps: string[]): Record<string, unknown> {
  const extractions = steps.flatMap((step) => parseJson(step) as Extraction[]);
  const kept = extractions.filter(({ success, value }) => success && value !== undefined);
  return Object.fromEntries(kept.map(({ variableName, value }) => [variableName, value]));
}
