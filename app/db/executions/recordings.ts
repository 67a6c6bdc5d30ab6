// Ended executions with what brought them, for a definition that is tried on them.
import type { Queries } from '../core/queries';
import type { IntegrationKey } from '../integrations/integrations';

export interface EndedExecution {
  id: string;
  status: 'completed' | 'error';
  startedAt: number;
  triggerData: string | null;
  /** JSON of the engine's `DeliveryRequest`, where it was kept. */
  request: string | null;
}

/** The newest that ended by themselves, tests left out. */
export function listEndedExecutions(
  db: Queries,
  { id, organizationId }: IntegrationKey,
  limit: number,
): Promise<EndedExecution[]> {
  return db.all(
    db.build
      .selectFrom('executions')
      .innerJoin('payloads', 'seq', 'payload_seq')
      .select(['executions.id', 'started_at as startedAt', 'trigger_data as triggerData', 'request'])
      .select((eb) => eb.ref('executions.status').$castTo<EndedExecution['status']>().as('status'))
      .where('integration_id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('executions.status', 'in', ['completed', 'error'])
      .where('is_test', '=', 0)
      .orderBy('executions.id', 'desc')
      .limit(limit),
  );
}
