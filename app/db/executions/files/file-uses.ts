// The steps that saved a large file. Only their executions may read it, so no text that an execution is given can name the file of
// another one.
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';

export interface FileUse {
  executionId: string;
  step: number;
  fileId: string;
}

/** Records that a step saved a file which its execution downloaded, perhaps under several names. */
export const insertFileUseQuery = compileQuery<FileUse>((build, value) =>
  build
    .insertInto('saved_file_uses')
    .orIgnore()
    .columns(['execution_id', 'step', 'file_id'])
    .expression((eb) =>
      eb
        .selectFrom('saved_files')
        .select((each) => ['execution_id', each.val(value('step')).as('step'), 'id'])
        .where('id', '=', value('fileId'))
        .where('execution_id', '=', value('executionId')),
    ),
);

/** Lets a replay read the files of the execution that it replays, as far as it has copies of the steps that saved them. */
export async function copyFileUses(tx: Queries, { from, to }: Record<'from' | 'to', string>): Promise<void> {
  await tx.run(
    tx.build
      .insertInto('saved_file_uses')
      .columns(['execution_id', 'step', 'file_id'])
      .expression((eb) =>
        eb
          .selectFrom('saved_file_uses')
          .innerJoin('steps', (join) =>
            join.onRef('steps.step', '=', 'saved_file_uses.step').on('steps.execution_id', '=', to),
          )
          .select(['steps.execution_id', 'saved_file_uses.step', 'file_id'])
          .where('saved_file_uses.execution_id', '=', from),
      ),
  );
}
