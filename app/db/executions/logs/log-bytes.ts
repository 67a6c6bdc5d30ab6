// What the log of an execution weighs, in SQL, read without its texts. For a query of the table `executions`.
import { sql } from 'kysely';

/** The bytes of what was sent and answered. */
export const attemptBytes = sql<number>`coalesce((select sum(octet_length(request) + coalesce(octet_length(response), 0))
  from attempts where execution_id = executions.id), 0)`;

/** The same with the trigger data and what was taken out of the responses. */
export const logBytes = sql<number>`coalesce((select octet_length(trigger_data) + coalesce(octet_length(request), 0) from payloads where seq = payload_seq), 0)
  + ${attemptBytes}
  + coalesce((select sum(octet_length(extractions)) from steps where execution_id = executions.id), 0)`;
