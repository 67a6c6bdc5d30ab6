// Large files whose bytes were deleted before their execution, so that newer ones have room: the log says so.
import type { Queries } from '~/db/core/queries';
import { listRemovedFiles } from '~/db/executions/files/logged-files';
import { readFileFacts } from '~/engine/files/file-value';
import { listExtractions } from './call-log';
import type { ExecutionLog } from './log-schema';

export const removedFile = 'It was deleted to make room for newer files';

/** Notes at the files of a log that their bytes were deleted. Asks the database only when a call saved a file. */
export async function noteRemovedFiles(db: Queries, log: ExecutionLog): Promise<void> {
  const files = log.apiCallLogs.flatMap(({ step, response }) =>
    listExtractions(response).flatMap((extraction) => {
      const facts = readFileFacts(extraction);
      return facts ? [{ step, extraction, sha256: facts.sha256 }] : [];
    }),
  );
  if (files.length === 0) return;
  const removed = await listRemovedFiles(db, log.id);
  const isRemoved = new Set(removed.map(({ step, sha256 }) => `${step} ${sha256}`));
  for (const { step, extraction, sha256 } of files) {
    if (isRemoved.has(`${step} ${sha256}`)) extraction.message = removedFile;
  }
}
