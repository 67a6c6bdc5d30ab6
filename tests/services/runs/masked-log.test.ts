// A target may send back a secret that it was sent, in any place. No log and no notice shows it.
import { beforeEach, expect, test } from 'vitest';
import { findExplainedLog } from '~/services/executions/wait-reason';
import { runExecution } from '~/services/runs/run-execution';
import { makeHandling } from '../../engine/run/run-steps';
import { createRunSetup, never, type RunSetup } from './run-setup';

const token = 'word-of-the-shop';
const authConfig = { type: 'bearer', token };

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

async function runAndRead(definition: Parameters<RunSetup['seed']>[0]) {
  const integrationId = await setup.seed(definition);
  const executionId = await setup.accept(integrationId);
  await runExecution(setup.context, await setup.claim(), never);
  const log = await findExplainedLog(setup.context, { integrationId, ...setup.actor }, executionId);
  expect(log?.apiCallLogs).toBeDefined();
  return log?.apiCallLogs ?? [];
}

test('in the status text, and as the name of a header', async () => {
  setup.answers.handler = (_request, response) =>
    response.writeHead(500, `No ${token}`, { [token]: 'x' }).end();
  const [call] = await runAndRead({ apiCalls: [{ ...setup.firstCall, authConfig }] });
  expect(setup.target.received[0]?.headers.authorization).toBe(`Bearer ${token}`);
  expect(call).toMatchObject({ status: 'error', error: 'HTTP 500: No ••••' });
  expect(JSON.stringify(call)).not.toContain(token);
});

test('as the name and the type of a file', async () => {
  setup.answers.handler = (_request, response) =>
    response
      .writeHead(200, {
        'Content-Type': `application/${token}`,
        'Content-Disposition': `attachment; filename="${token}.pdf"`,
      })
      .end('%PDF');
  const download = { ...setup.firstCall, authConfig, responseMapping: { saveFileAs: 'invoice' } };
  const upload = {
    ...setup.secondCall,
    method: 'PUT',
    url: setup.target.url,
    bodyType: 'file',
    body: '{{invoice}}',
  };
  const calls = await runAndRead({ apiCalls: [download, upload] });
  expect(setup.target.received[1]?.headers['content-type']).toBe(`application/${token}`);
  expect(calls[1]?.request?.files).toMatchObject([{ name: '••••.pdf', type: 'application/••••' }]);
  expect(JSON.stringify(calls)).not.toContain(token);
});

test('in the address that a notice names', async () => {
  setup.answers.handler = (request, response) =>
    response.writeHead(request.url === '/notice' ? 200 : 409).end('{}');
  const url = `${setup.target.url}/first?api_key=key-of-the-shop&of=${token}`;
  const rule = { statusCodes: [409], action: 'webhook', webhookURL: `${setup.target.url}/notice` };
  await runAndRead({
    apiCalls: [{ ...setup.firstCall, authConfig, url }],
    responseHandlingSteps: [makeHandling('first', [rule])],
  });
  const notice = setup.target.received.find((request) => request.url === '/notice');
  expect(JSON.parse(notice?.body ?? '')).toMatchObject({
    originalApiCall: { url: `${setup.target.url}/first?api_key=••••&of=••••` },
  });
});
