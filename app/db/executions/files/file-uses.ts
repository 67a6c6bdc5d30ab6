// The steps that saved a large file. Only their executions may read it, so no text that an execution is given can name the file of
// another one.
import { sql } from 'kysely';
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';

export interface FileUse {
  executionId: string;
  step: number;
  fileId: string;
}

/** Records that a step saved a file which its execution downloaded. */
export const insertFileUseQuery = compileQuery<FileUse>((build, value) =>
  build
    .insertInto('saved_file_uses')
    .columns(['execution_id', 'step', 'file_id'])
    .expression((eb) =>
      eb
        .selectFrom('saved_files')
        .select((each) => ['execution_id', each.val(value('step')).as('step'), 'id'])
        .where('id', '=', value('fileId'))
        .where('execution_id', '=', value('executionId')),
    ),
);

/** Lets an execution read the files that these steps of another one saved, of which it has copies. */
export async function copyFileUses(
  tx: Queries,
  { from, to, steps }: { from: string; to: string; steps: readonly number[] },
): Promise<void> {
  if (steps.length === 0) return;
  await tx.run(
    tx.build
      .insertInto('saved_file_uses')
      .columns(['execution_id', 'step', 'file_id'])
      .expression((eb) =>
        eb
          .selectFrom('saved_file_uses')
          .select([sql<string>`${to}`.as('execution_id'), 'step', 'file_id'])
          .where('execution_id', '=', from)
          .where('step', 'in', sql<number>`(select value from json_each(${JSON.stringify(steps)}))`),
      ),
  );
}
