import type { AppContext } from '~/context';
import { acceptTest } from '~/services/test-runs/accept-test';
import { RecordedTestChange, RecordedTestDetails } from '~/services/test-runs/recorded-test-change';
import {
  changeTest,
  deleteTest,
  findTest,
  listTests,
  maxRecordedTests,
  recordTest,
  runTests,
  type RecordedTestRun,
} from '~/services/test-runs/recorded-tests';
import { actorOf, guardIntegration } from '../http/authorize';
import { cutPage, pageHeaders, PageQuery } from '../http/pagination';
import { problemResponse } from '../http/problem-response';
import { createdHeaders, locate } from '../openapi/location';
import { createApi, defineRoute, jsonBody, optionalJsonBody, pathOf } from '../openapi/route';
import {
  RecordedTestResponse,
  TestAcceptRequest,
  TestsRunRequest,
  TestsRunResponse,
} from '../shapes/recorded-test';
import { withComparedDigits } from './sent-object';

/** `/api/integrations/{id}/tests`. An integration of another organization answers like a missing one. */
export function createRecordedTestsApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Integrations', ...guardIntegration(context, 'member') } as const;
  const running = { ...ours, ...guardIntegration(context, 'runner') } as const;
  const editing = { ...ours, ...guardIntegration(context, 'editor') } as const;
  const ofTest = pathOf('id', 'testId');

  const listRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/tests',
    id: 'listRecordedTests',
    summary: 'List the recorded tests of an integration',
    text: `Newest first, all of them: ${maxRecordedTests} at most.`,
    request: { params: pathOf('id'), query: PageQuery },
    responses: {
      200: { description: 'The tests.', schema: RecordedTestResponse.array(), headers: pageHeaders },
    },
  });
  api.openapi(listRoute, async (c) => {
    const outcome = await listTests(context, actorOf(c), c.req.valid('param').id);
    if (outcome.kind !== 'tests') return problemResponse(c, outcome);
    return c.json(cutPage(c, c.req.valid('query'), outcome.tests, ({ id }) => id));
  });

  const recordRoute = defineRoute({
    ...editing,
    method: 'post',
    path: '/{id}/tests',
    id: 'recordTest',
    summary: 'Keep an execution as a test',
    text: 'With its trigger data and every response it got, so that it outlives the execution. A response that the log has cut cannot be kept.',
    request: {
      params: pathOf('id'),
      body: jsonBody(RecordedTestDetails, {
        executionId: '01987f5e-7c1a-7d3b-9f52-0c6a4b1d2e3f',
        name: 'Order with a discount',
      }),
    },
    responses: { 201: { description: 'The test.', schema: RecordedTestResponse, headers: createdHeaders } },
    problems: ['invalid'],
  });
  api.openapi(recordRoute, async (c) => {
    const outcome = await recordTest(context, actorOf(c), c.req.valid('param').id, c.req.valid('json'));
    if (outcome.kind !== 'test') return problemResponse(c, outcome);
    return c.json(
      outcome.test,
      201,
      locate('integrations', c.req.valid('param').id, 'tests', outcome.test.id),
    );
  });

  const runRoute = defineRoute({
    ...running,
    method: 'post',
    path: '/{id}/tests/run',
    id: 'runRecordedTests',
    summary: 'Run recorded tests',
    text: 'Plays them back on a version, with the recorded responses. Nothing is sent.',
    request: { params: pathOf('id'), body: optionalJsonBody(TestsRunRequest, { version: 8 }) },
    responses: { 200: { description: 'The result of each.', schema: TestsRunResponse } },
    problems: ['invalid', 'too-many-requests'],
  });
  api.openapi(runRoute, async (c) => {
    const outcome = await runTests(context, actorOf(c), c.req.valid('param').id, c.req.valid('json'));
    return outcome.kind === 'run' ? c.json(describeRun(outcome)) : problemResponse(c, outcome);
  });

  const readRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/tests/{testId}',
    id: 'readRecordedTest',
    summary: 'Read a recorded test',
    text: 'What it compares, and its last result. The recording itself is not returned.',
    request: { params: ofTest },
    responses: { 200: { description: 'The test.', schema: RecordedTestResponse } },
  });
  api.openapi(readRoute, async (c) => {
    const { id, testId } = c.req.valid('param');
    const outcome = await findTest(context, actorOf(c), id, testId);
    return outcome.kind === 'test' ? c.json(outcome.test) : problemResponse(c, outcome);
  });

  const changeRoute = defineRoute({
    ...editing,
    method: 'patch',
    path: '/{id}/tests/{testId}',
    id: 'changeRecordedTest',
    summary: 'Change a recorded test',
    text: 'Its name, what it ignores and the conditions at the end. Fields that are left out stay as they are, and so does the recording.',
    request: { params: ofTest, body: jsonBody(RecordedTestChange, { ignored: ['$.body.sentAt'] }) },
    responses: { 200: { description: 'The test.', schema: RecordedTestResponse } },
    problems: ['invalid'],
  });
  api.openapi(changeRoute, async (c) => {
    const { id, testId } = c.req.valid('param');
    const change = await withComparedDigits(c, c.req.valid('json'));
    const outcome = await changeTest(context, actorOf(c), id, testId, change);
    return outcome.kind === 'test' ? c.json(outcome.test) : problemResponse(c, outcome);
  });

  const acceptRoute = defineRoute({
    ...editing,
    method: 'post',
    path: '/{id}/tests/{testId}/accept',
    id: 'acceptRecordedTest',
    summary: 'Accept what a version sends',
    text: 'For an intended change: from now on the test expects what the version (the newest by default) sends with the recorded responses, and how it ends. Returns the new result.',
    request: { params: ofTest, body: optionalJsonBody(TestAcceptRequest, { version: 8 }) },
    responses: { 200: { description: 'The new result.', schema: TestsRunResponse } },
    problems: ['invalid', 'too-many-requests'],
  });
  api.openapi(acceptRoute, async (c) => {
    const { id, testId } = c.req.valid('param');
    const outcome = await acceptTest(context, actorOf(c), id, testId, c.req.valid('json'));
    return outcome.kind === 'run' ? c.json(describeRun(outcome)) : problemResponse(c, outcome);
  });

  const deleteRoute = defineRoute({
    ...editing,
    method: 'delete',
    path: '/{id}/tests/{testId}',
    id: 'deleteRecordedTest',
    summary: 'Delete a recorded test',
    text: 'The execution it was recorded from stays.',
    request: { params: ofTest },
    responses: { 204: { description: 'It is deleted.' } },
  });
  api.openapi(deleteRoute, async (c) => {
    const { id, testId } = c.req.valid('param');
    const outcome = await deleteTest(context, actorOf(c), id, testId);
    return outcome.kind === 'deleted' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}

function describeRun({ version, passed, results }: RecordedTestRun) {
  return { version, passed, results };
}
