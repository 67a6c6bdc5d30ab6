// The documented GraphQL call, and that of the template: what is sent, and what an answer of 200 with errors does.
import { beforeEach, expect, test } from 'vitest';
import { findTemplate } from '~/services/imports/templates/templates';
import { runExecution } from '~/services/runs/run-execution';
import { listBlocks } from '../../docs/documents';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

interface Definition {
  apiCalls: [{ url: string; body: unknown }];
}

const example = listBlocks('docs/common-apis.md').find(({ mark }) => mark === 'integration');
const documented = JSON.parse(example?.text ?? '') as Definition;
const template = findTemplate('graphql') as object as Definition;
const title = 'A "quoted" title\nwith {braces} and \\';

let setup: RunSetup;
let answer: { status: number; body: object };

beforeEach(async () => {
  setup = await createRunSetup();
  setup.answers.handler = (_request, response) =>
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
});

async function deliver({ apiCalls: [call], ...definition }: Definition, payload: object) {
  const id = await setup.seed({ ...definition, apiCalls: [{ ...call, url: setup.target.url }] });
  const executionId = await setup.accept(id, JSON.stringify(payload));
  await runExecution(setup.context, await setup.claim(), never);
  return setup.findExecution(executionId);
}

test.each([
  [
    'documented',
    documented,
    { title, text: title },
    { input: { teamId: 'TEAM_ID', title, description: title } },
  ],
  ['template', template, { id: title }, { id: title }],
])('values go into the variables as they are: %s', async (_what, definition, payload, variables) => {
  answer = { status: 200, body: { data: { issueCreate: { issue: { url: 'https://linear.app/1' } } } } };
  expect(await deliver(definition, payload)).toMatchObject({ status: 'completed' });
  const [sent] = setup.target.received;
  expect(JSON.parse(sent?.body ?? '')).toEqual({ query: expect.stringContaining('($') as string, variables });
  expect(sent?.headers['content-type']).toBe('application/json');
});

test.each([
  ['documented', documented, { title, text: title }],
  ['template', template, { id: title }],
])('an answer of 200 with errors ends the run in error: %s', async (_what, definition, payload) => {
  answer = { status: 200, body: { data: null, errors: [{ message: 'Entity not found' }] } };
  expect(await deliver(definition, payload)).toMatchObject({
    status: 'error',
    error_message: expect.stringContaining('HTTP 200, but response.body.errors') as string,
  });
});

test.each([200, 400])('a used up limit is retried, also with the status %i', async (status) => {
  answer = { status, body: { errors: [{ extensions: { code: 'RATELIMITED' } }] } };
  expect(await deliver(documented, { title, text: title })).toMatchObject({ status: 'running' });
  expect(await setup.countJobs()).toBe(1);
});
