// Reads the sources of a log's files: the values that a step saved, sealed, or the trigger data.
import type { Queries } from '../../core/queries';
import type { Owner } from './execution-logs';

interface SavedStep {
  /** Sealed. */
  saved: string | null;
  extractions: string | null;
  version: number;
}

export async function findSavedStep(
  db: Queries,
  { organizationId, integrationId }: Owner,
  { executionId, step }: { executionId: string; step: number },
): Promise<SavedStep | undefined> {
  return await db.first(
    db.build
      .selectFrom('steps')
      .innerJoin('executions', 'executions.id', 'steps.execution_id')
      .select(['steps.saved', 'steps.extractions', 'executions.integration_version as version'])
      .where('executions.id', '=', executionId)
      .where('executions.integration_id', '=', integrationId)
      .where('executions.organization_id', '=', organizationId)
      .where('steps.step', '=', step),
  );
}

/** Returns the trigger data as JSON text. */
export async function findTriggerData(
  db: Queries,
  { organizationId, integrationId }: Owner,
  executionId: string,
): Promise<{ triggerData: string | null; version: number } | undefined> {
  return await db.first(
    db.build
      .selectFrom('executions')
      .innerJoin('payloads', 'payloads.seq', 'executions.payload_seq')
      .select(['payloads.trigger_data as triggerData', 'executions.integration_version as version'])
      .where('executions.id', '=', executionId)
      .where('executions.integration_id', '=', integrationId)
      .where('executions.organization_id', '=', organizationId),
  );
}
