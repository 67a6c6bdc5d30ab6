import { newId } from '../core/id';
import type { Queries } from '../core/queries';

/** A request for a token, as the connection's page shows it. */
interface ConnectionCall {
  /** Milliseconds since 1970. */
  at: number;
  /** Null when no response came. */
  status: number | null;
  /** The error; null when a token came. */
  error: string | null;
  durationMs: number;
}

const maxKept = 50;

/** Adds a request and deletes all but the last fifty of the connection. */
export async function insertConnectionCall(
  db: Queries,
  connectionId: string,
  { at, status, error, durationMs }: ConnectionCall,
): Promise<void> {
  const row = { id: newId(), connection_id: connectionId, at, status, error, duration_ms: durationMs };
  await db.run(db.build.insertInto('connection_calls').values(row));
  await db.run(
    db.build
      .deleteFrom('connection_calls')
      .where('connection_id', '=', connectionId)
      .where('id', 'not in', (eb) =>
        eb
          .selectFrom('connection_calls')
          .select('id')
          .where('connection_id', '=', connectionId)
          .orderBy('id', 'desc')
          .limit(maxKept),
      ),
  );
}

/** Returns the requests, newest first. */
export function listConnectionCalls(
  db: Queries,
  connectionId: string,
  limit: number,
): Promise<(ConnectionCall & { id: string })[]> {
  return db.all(
    db.build
      .selectFrom('connection_calls')
      .select(['id', 'at', 'status', 'error', 'duration_ms as durationMs'])
      .where('connection_id', '=', connectionId)
      .orderBy('id', 'desc')
      .limit(limit),
  );
}
