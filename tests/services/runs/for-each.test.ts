import { beforeEach, describe, expect, test } from 'vitest';
import { replayExecution } from '~/services/runs/control';
import { runExecution } from '~/services/runs/run-execution';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

async function run() {
  return runExecution(setup.context, await setup.claim(), never);
}

describe('a for each', () => {
  test('replayed from the item that failed sends again what was not answered, and nothing else', async () => {
    let failing = 2;
    setup.answers.handler = async (request, response) => {
      await answerJson({ data: [1, 2, 3] }, request.url === `/one/${failing}` ? 500 : 200)(request, response);
    };
    const read = {
      ...setup.firstCall,
      url: `${setup.target.url}/list`,
      responseMapping: { extractFields: [{ jsonPath: '.data', saveAs: 'list' }] },
    };
    const one = { ...setup.secondCall, url: `${setup.target.url}/one/{{entry}}` };
    const loop = { id: 'l1', order: 1.5, throughCallId: one.id, items: 'list', itemName: 'entry' };
    const integrationId = await setup.seed({ apiCalls: [read, one], loopSteps: [loop] });
    const id = await setup.accept(integrationId);
    await run();
    const listUrls = () => setup.target.received.map(({ url }) => url);
    expect(listUrls()).toEqual(['/list', '/one/1', '/one/2']);
    failing = 0;
    const replayed = await replayExecution(setup.context, setup.actor, id, 'failed');
    expect(replayed).not.toHaveProperty('kind');
    await run();
    expect(listUrls().slice(3)).toEqual(['/one/2', '/one/3']);
  });
});
