import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import { type ExecutionForRun, findExecutionForRun } from './queue/queued-executions';
import type { IntegrationState, StateRow } from '../integrations/integration-state';
import type { Tables } from '../core/tables';

export type NewExecution = Pick<Tables['executions'], 'id' | 'organization_id' | 'integration_id'> &
  Pick<Tables['executions'], 'integration_version' | 'status' | 'trigger_type' | 'started_at'> &
  Pick<Tables['executions'], 'completed_at' | 'error_message'> & {
    /** JSON text of the payload; null when there is none. */
    trigger_data: string | null;
    /** JSON text of the engine's `DeliveryRequest`; null unless given. */
    request?: string | null;
    /** How many executions led to this one; 0 unless given. */
    hops?: number;
    /** JSON of the engine's `ScheduledExecution`. */
    scheduled?: string | null;
    /** The execution that this one repeats. */
    replay_of?: string | null;
    /** The trace of its delivery. */
    traceparent?: string | null;
  };

const insertQuery = compileQuery<Omit<Required<NewExecution>, 'trigger_data' | 'request'>>((build, value) =>
  build.insertInto('executions').values({
    id: value('id'),
    organization_id: value('organization_id'),
    integration_id: value('integration_id'),
    integration_version: value('integration_version'),
    status: value('status'),
    trigger_type: value('trigger_type'),
    started_at: value('started_at'),
    completed_at: value('completed_at'),
    error_message: value('error_message'),
    hops: value('hops'),
    scheduled: value('scheduled'),
    replay_of: value('replay_of'),
    traceparent: value('traceparent'),
    payload_seq: sql`last_insert_rowid()`,
  }),
);

const insertPayloadQuery = compileQuery<Pick<NewExecution, 'trigger_data'>>((build, value) =>
  build.insertInto('payloads').values({ trigger_data: value('trigger_data') }),
);

const insertRequestQuery = compileQuery<{ trigger_data: string | null; request: string }>((build, value) =>
  build.insertInto('payloads').values({ trigger_data: value('trigger_data'), request: value('request') }),
);

/** Inserts the payload, if the integration is still as it was when it was looked up. */
const insertPayloadWhileQuery = compileQuery<
  Pick<NewExecution, 'trigger_data' | 'integration_id'> & { request: string | null } & Omit<
      StateRow,
      'organizationId'
    >
>((build, value) =>
  build
    .insertInto('payloads')
    .columns(['trigger_data', 'request'])
    .expression(
      build
        .selectFrom('integrations')
        .select((eb) => [
          eb.val(value('trigger_data')).as('trigger_data'),
          eb.val(value('request')).as('request'),
        ])
        .where('id', '=', value('integration_id'))
        .where('deleted_at', 'is', null)
        .where('deployed_version', '=', value('version'))
        .where('is_active', '=', value('isActive'))
        .where('listening_until', 'is', value('listeningUntil'))
        .where('former_secret_until', 'is', value('formerSecretUntil'))
        .where('deliveries_a_second', 'is', value('deliveriesPerSecond')),
    ),
);

/**
 * Inserts an execution as {@link insertExecution} does; nothing, and returns false, when its integration differs from `seen`.
 */
export async function insertExecutionWhile(
  db: Queries,
  seen: IntegrationState,
  execution: NewExecution,
): Promise<boolean> {
  const { integration_id, trigger_data, request = null } = execution;
  const { version, listeningUntil, formerSecretUntil, deliveriesPerSecond } = seen;
  const isActive = seen.isActive ? 1 : 0;
  const state = {
    version,
    isActive,
    listeningUntil,
    formerSecretUntil,
    deliveriesPerSecond,
    integration_id,
    trigger_data,
    request,
  } as const;
  if ((await db.run(insertPayloadWhileQuery(state))) === 0) return false;
  await db.run(insertRowQuery(execution));
  return true;
}

/** Inserts an execution. A queued one needs nothing else: runners look for executions with this status. */
export async function insertExecution(db: Queries, execution: NewExecution): Promise<void> {
  const { trigger_data, request = null } = execution;
  await db.runAll([
    request === null ? insertPayloadQuery(execution) : insertRequestQuery({ trigger_data, request }),
    insertRowQuery(execution),
  ]);
}

/** Builds the query for the row of an execution whose payload was inserted just before. */
function insertRowQuery(execution: NewExecution) {
  const { id, organization_id, integration_id, integration_version, status, trigger_type } = execution;
  const { started_at, completed_at, error_message } = execution;
  const { hops = 0, scheduled = null, replay_of = null, traceparent = null } = execution;
  // Name by name: V8 takes several times as long for an object that is spread and added to.
  return insertQuery({
    id,
    organization_id,
    integration_id,
    integration_version,
    status,
    trigger_type,
    started_at,
    completed_at,
    error_message,
    hops,
    scheduled,
    replay_of,
    traceparent,
  });
}

/** Returns an execution with what cancel and replay need; undefined when it is not this organization's. */
export async function findExecution(
  db: Queries,
  owner: { id: string; integrationId: string; organizationId: string },
): Promise<ExecutionForRun | undefined> {
  const execution = await findExecutionForRun(db, owner.id);
  const isOwned =
    execution?.organization_id === owner.organizationId && execution.integration_id === owner.integrationId;
  return isOwned ? execution : undefined;
}
