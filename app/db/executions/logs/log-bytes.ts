// The size of an execution's log as SQL, measured without reading its texts. For queries on the table `executions`.
import { sql } from 'kysely';

export const attemptBytes = sql<number>`coalesce((select sum(octet_length(request) + coalesce(octet_length(response), 0))
  from attempts where execution_id = executions.id), 0)`;

/** The same bytes with those of the trigger data and of the values taken out of the responses. */
export const logBytes = sql<number>`coalesce((select octet_length(trigger_data) + coalesce(octet_length(request), 0) from payloads where seq = payload_seq), 0)
  + ${attemptBytes}
  + coalesce((select sum(octet_length(extractions)) from steps where execution_id = executions.id), 0)`;
