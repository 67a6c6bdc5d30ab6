// The large files that the log of an execution tells of, by the steps that saved them.
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';

/** `removedAt`: when its bytes were given up to make room, in milliseconds since 1970. */
interface LoggedFile {
  id: string;
  sealedKey: string;
  /** In bytes. */
  size: number;
  isSecret: 0 | 1;
  removedAt: number | null;
}

interface FilePlace {
  organizationId: string;
  executionId: string;
  step: number;
  /** In hex. */
  sha256: string;
}

const findQuery = compileQuery<FilePlace, LoggedFile>((build, value) =>
  build
    .selectFrom('saved_file_uses')
    .innerJoin('saved_files', 'saved_files.id', 'saved_file_uses.file_id')
    .select(['id', 'sealed_key as sealedKey', 'size', 'is_secret as isSecret', 'removed_at as removedAt'])
    .where('saved_file_uses.execution_id', '=', value('executionId'))
    .where('step', '=', value('step'))
    .where('organization_id', '=', value('organizationId'))
    .where('sha256', '=', value('sha256'))
    .limit(1),
);

/** Finds the file with this digest that a step of an execution of the organization saved. */
export async function findFileOfStep(db: Queries, place: FilePlace): Promise<LoggedFile | undefined> {
  return await db.first(findQuery(place));
}

const removedQuery = compileQuery<{ executionId: string }, { step: number; sha256: string }>((build, value) =>
  build
    .selectFrom('saved_file_uses')
    .innerJoin('saved_files', 'saved_files.id', 'saved_file_uses.file_id')
    .select('step')
    .select((eb) => eb.ref('sha256').$notNull().as('sha256'))
    .where('saved_file_uses.execution_id', '=', value('executionId'))
    .where('removed_at', 'is not', null)
    .where('sha256', 'is not', null),
);

/** Lists the files of an execution that were deleted to make room, by the steps that saved them. */
export async function listRemovedFiles(
  db: Queries,
  executionId: string,
): Promise<{ step: number; sha256: string }[]> {
  return await db.all(removedQuery({ executionId }));
}
