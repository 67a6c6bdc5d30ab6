// Ended executions with their triggering data, for definitions that are tried on them.
import type { Queries } from '../core/queries';
import type { IntegrationKey } from '../integrations/integrations';

export interface RecordedExecution {
  id: string;
  status: 'completed' | 'error';
  errorMessage: string | null;
  startedAt: number;
  triggerData: string | null;
  /** JSON of the engine's `DeliveryRequest`, where it was kept. */
  request: string | null;
}

/** Returns the ids of the newest executions that ended by themselves, without tests. The data of one may take megabytes. */
export async function listEndedExecutionIds(
  db: Queries,
  key: IntegrationKey,
  limit: number,
): Promise<string[]> {
  const query = selectEnded(db, key).select('executions.id').where('is_test', '=', 0);
  const rows = await db.all(query.orderBy('executions.id', 'desc').limit(limit));
  return rows.map(({ id }) => id);
}

/** Returns an execution that ended by itself; it may be a test. */
export function findEndedExecution(
  db: Queries,
  key: IntegrationKey,
  executionId: string,
): Promise<RecordedExecution | undefined> {
  return db.first(
    selectEnded(db, key)
      .innerJoin('payloads', 'seq', 'payload_seq')
      .select(['executions.id', 'started_at as startedAt', 'error_message as errorMessage'])
      .select(['trigger_data as triggerData', 'request'])
      .select((eb) => eb.ref('executions.status').$castTo<RecordedExecution['status']>().as('status'))
      .where('executions.id', '=', executionId),
  );
}

function selectEnded(db: Queries, { id, organizationId }: IntegrationKey) {
  return db.build
    .selectFrom('executions')
    .where('integration_id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('executions.status', 'in', ['completed', 'error']);
}
