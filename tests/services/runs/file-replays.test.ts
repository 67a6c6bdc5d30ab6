// A replay from the failed call has the large files that the calls before it saved.
import { expect, test } from 'vitest';
import { findFileOfStep } from '~/db/executions/files/logged-files';
import { pruneExecutions } from '~/services/executions/retention';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { answerJson } from '../../support/target';
import { addLargeFile, countFiles } from '../../support/large-files';
import { createRunSetup, never } from './run-setup';

test('a replay keeps the file of an execution that is deleted before it, and one from the start has none', async () => {
  const setup = await createRunSetup();
  const { context, actor } = setup;
  const { organizationId } = actor;
  const integrationId = await setup.seed();
  setup.answers.handler = (request, response) =>
    request.url === '/first'
      ? answerJson({ token: 'abc' })(request, response)
      : response.writeHead(400).end('no');
  const executionId = await setup.accept(integrationId);
  await runExecution(context, await setup.claim(), never);
  const { sha256 } = await addLargeFile(context, { organizationId, executionId }, Buffer.alloc(300_000));
  const replay = async (from: 'start' | 'failed') => {
    const queued = await replayExecution(context, actor, { integrationId, executionId, from });
    if (queued.kind !== 'queued') throw new Error(JSON.stringify(queued));
    return queued.executionId;
  };
  const [again, anew] = [await replay('failed'), await replay('start')];
  const find = (id: string) =>
    findFileOfStep(context.db, { organizationId, executionId: id, step: 0, sha256 });
  expect([await find(again), await find(anew)]).toEqual([await find(executionId), undefined]);
  expect(await find(again)).toBeDefined();

  context.db.sqlite.prepare('delete from executions where id = ?').run(executionId);
  await pruneExecutions(context, { rest: async () => {}, stopping: never });
  expect([await find(executionId), countFiles(context)]).toEqual([undefined, { files: 1, parts: 2 }]);
  expect(await find(again)).toBeDefined();
});
