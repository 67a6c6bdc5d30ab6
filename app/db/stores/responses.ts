// The responses of calls that changed a store. One is written in the transaction of its change, and deleted in that of its step:
// a run that died in between goes on with it, and changes nothing a second time.
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';

export interface CallKey {
  executionId: string;
  /** The Idempotency-Key of the call. */
  callKey: string;
}

const findQuery = compileQuery<CallKey, { response: string }>((build, value) =>
  build
    .selectFrom('record_responses')
    .select('response')
    .where('execution_id', '=', value('executionId'))
    .where('call_key', '=', value('callKey')),
);

/** Returns the response, sealed, of a call whose change is stored. */
export async function findCallResponse(tx: Queries, key: CallKey): Promise<string | undefined> {
  return (await tx.first(findQuery(key)))?.response;
}

const insertQuery = compileQuery<CallKey & { response: string }>((build, value) =>
  build.insertInto('record_responses').values({
    execution_id: value('executionId'),
    call_key: value('callKey'),
    response: value('response'),
  }),
);

export async function insertCallResponse(tx: Queries, key: CallKey, response: string): Promise<void> {
  await tx.run(insertQuery({ ...key, response }));
}

/** Deletes the response of a call whose step is recorded. */
export const deleteCallResponseQuery = compileQuery<CallKey>((build, value) =>
  build
    .deleteFrom('record_responses')
    .where('execution_id', '=', value('executionId'))
    .where('call_key', '=', value('callKey')),
);
