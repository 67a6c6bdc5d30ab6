// Keeps the index of executions up to date, a few at a time, so that no delivery waits for it.
import type { AppContext } from '~/context';
import { indexLateExecutions, indexNextExecutions, mergeIndex } from '~/db/executions/search/search-index';
import { firstIdOf } from '~/db/core/id';
import { maskBeginning } from './mask-trigger-data';

/** The age from which an execution is indexed. A younger one has rarely ended; a second look costs more than waiting. */
const waitMs = 2_000;
/** The most executions in one transaction, so few that they hold up the event loop for milliseconds only. */
const batchSize = 40;

interface ExecutionIndexer {
  /** Indexes one batch, and merges a part of the index. Returns true when there is more to do at once. */
  indexSome(): Promise<boolean>;
}

export function createExecutionIndexer(context: AppContext): ExecutionIndexer {
  const { connections, db, definitions, now } = context;
  let lateAfter = '';
  return {
    async indexSome() {
      const before = firstIdOf(now() - waitMs);
      const { hasMore, late } = await db.groupCommit(async (tx) => {
        const batch = { limit: batchSize, mask: maskBeginning({ connections, db: tx, definitions }) };
        return {
          hasMore: await indexNextExecutions(tx, { before, ...batch }),
          late: await indexLateExecutions(tx, { after: lateAfter, ...batch }),
        };
      });
      lateAfter = late;
      const isMerging = await mergeIndex(db);
      return hasMore || late !== '' || isMerging === true;
    },
  };
}
