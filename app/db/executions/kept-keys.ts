// The Idempotency-Key with which a replay sends the call that had failed without a response.
import type { LoggedRequest } from '~/engine/logged';
import type { Queries } from '../core/queries';

/** The first key of the call at a step, when the target may know it already. */
export interface KeptKey {
  step: number;
  key: string;
}

/**
 * Returns the key of the last attempt of a call, if that had no response: the target may have done its work, and is to recognize
 * the call when it comes again.
 */
export async function findUnansweredKey(
  db: Queries,
  { execution_id: executionId, step }: { execution_id: string; step: number },
): Promise<KeptKey | undefined> {
  const last = await db.first(
    db.build
      .selectFrom('attempts')
      .select(['request', 'status_code'])
      .where('execution_id', '=', executionId)
      .where('step', '=', step)
      .orderBy('attempt', 'desc')
      .limit(1),
  );
  if (!last || last.status_code !== null) return undefined;
  const { headers } = JSON.parse(last.request) as LoggedRequest;
  const [, key] = headers.find(([name]) => name.toLowerCase() === 'idempotency-key') ?? [];
  return key === undefined ? undefined : { step, key };
}

export async function insertKeptKey(db: Queries, executionId: string, kept: KeptKey): Promise<void> {
  await db.run(db.build.insertInto('kept_keys').values({ execution_id: executionId, ...kept }));
}

export function findKeptKey(db: Queries, executionId: string): Promise<KeptKey | undefined> {
  return db.first(
    db.build.selectFrom('kept_keys').select(['step', 'key']).where('execution_id', '=', executionId),
  );
}
