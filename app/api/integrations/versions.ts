import { z } from 'zod';
import type { AppContext } from '~/context';
import { maxBacktested } from '~/engine/recordings/backtest-size';
import { backtest } from '~/services/test-runs/backtest';
import { deployVersion } from '~/services/integrations/deployment';
import { VersionNote } from '~/fields';
import {
  compareVersions,
  listVersions,
  saveVersionNote,
  restoreVersion,
} from '~/services/integrations/versions';
import { actorOf, guardIntegration } from '../http/authorize';
import { linkToNextPage, pageHeaders, PageQuery } from '../http/pagination';
import { problemResponse } from '../http/problem-response';
import { createApi, defineRoute, jsonBody, pathOf } from '../openapi/route';
import { IntegrationResponse } from '../shapes/integration';
import { BacktestResponse, ComparisonResponse, VersionResponse } from '../shapes/version';

const versionText = 'Write the number of a version';
const VersionNumber = z.coerce
  .number(versionText)
  .int(versionText)
  .min(1, versionText)
  .max(1_000_000_000, versionText);

/** `/api/integrations/{id}/versions`. An integration of another organization answers like a missing one. */
export function createVersionsApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Integrations', ...guardIntegration(context, 'member') } as const;
  const editing = { ...ours, ...guardIntegration(context, 'editor') } as const;
  const ofVersion = pathOf('id').extend({ version: VersionNumber });

  const listRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/versions',
    id: 'listVersions',
    summary: 'List the versions of an integration',
    text: 'Newest first. Every save that changes something creates one.',
    request: { params: pathOf('id'), query: PageQuery },
    responses: {
      200: { description: 'The versions.', schema: VersionResponse.array(), headers: pageHeaders },
    },
  });
  api.openapi(listRoute, async (c) => {
    const { cursor, limit } = c.req.valid('query');
    const before = VersionNumber.safeParse(cursor).data;
    const outcome = await listVersions(context, actorOf(c), c.req.valid('param').id, { before, limit });
    if (outcome.kind !== 'versions') return problemResponse(c, outcome);
    if (outcome.nextBefore !== null) linkToNextPage(c, String(outcome.nextBefore));
    return c.json(outcome.versions);
  });

  const compareRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/versions/{version}/diff',
    id: 'compareVersions',
    summary: 'Compare two versions',
    text: 'The differences between a version and the one in `with`.',
    request: { params: ofVersion, query: z.object({ with: VersionNumber }) },
    responses: { 200: { description: 'The differences.', schema: ComparisonResponse } },
  });
  api.openapi(compareRoute, async (c) => {
    const { id, version } = c.req.valid('param');
    const asked = { former: c.req.valid('query').with, next: version };
    const outcome = await compareVersions(context, actorOf(c), id, asked);
    return outcome.kind === 'comparison'
      ? c.json({ differences: outcome.differences })
      : problemResponse(c, outcome);
  });

  const restoreRoute = defineRoute({
    ...editing,
    method: 'post',
    path: '/{id}/versions/{version}/restore',
    id: 'restoreVersion',
    summary: 'Restore a version',
    text: 'Saves its content as the newest version. If the integration is deployed, it goes live at once, unless `autoDeploy` is off.',
    request: { params: ofVersion },
    responses: { 200: { description: 'The integration as it is now.', schema: IntegrationResponse } },
    problems: ['invalid', 'conflict'],
  });
  api.openapi(restoreRoute, async (c) => {
    const { id, version } = c.req.valid('param');
    const outcome = await restoreVersion(context, actorOf(c), id, { version });
    return outcome.kind === 'integration' ? c.json(outcome.integration) : problemResponse(c, outcome);
  });

  const noteRoute = defineRoute({
    ...editing,
    method: 'patch',
    path: '/{id}/versions/{version}',
    id: 'saveVersionNote',
    summary: 'Note on a version',
    text: 'The note is shown beside it in the list. The version itself never changes.',
    request: { params: ofVersion, body: jsonBody(VersionNote, { note: 'Orders go to the new API' }) },
    responses: { 204: { description: 'The note was saved.' } },
    problems: ['invalid'],
  });
  api.openapi(noteRoute, async (c) => {
    const { id, version } = c.req.valid('param');
    const outcome = await saveVersionNote(context, actorOf(c), id, {
      version,
      note: c.req.valid('json').note,
    });
    return outcome.kind === 'noted' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const deployRoute = defineRoute({
    ...editing,
    method: 'post',
    path: '/{id}/versions/{version}/deploy',
    id: 'deployVersion',
    summary: 'Deploy a version',
    text: 'New executions use it, whether it is the newest or an older one.',
    request: { params: ofVersion },
    responses: { 200: { description: 'The integration as it is now.', schema: IntegrationResponse } },
    problems: ['invalid'],
  });
  api.openapi(deployRoute, async (c) => {
    const { id, version } = c.req.valid('param');
    const outcome = await deployVersion(context, actorOf(c), id, version);
    return outcome.kind === 'integration' ? c.json(outcome.integration) : problemResponse(c, outcome);
  });

  const backtestRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/versions/{version}/backtest',
    id: 'backtestVersion',
    summary: 'Try a version on past executions',
    text: 'Plays the newest executions back on the version, with the responses from the log. Nothing is sent.',
    request: {
      params: ofVersion,
      query: z.object({ last: z.coerce.number().int().min(1).max(maxBacktested).default(50) }),
    },
    responses: { 200: { description: 'The differences.', schema: BacktestResponse } },
    problems: ['invalid', 'too-many-requests'],
  });
  api.openapi(backtestRoute, async (c) => {
    const { id, version } = c.req.valid('param');
    const { last } = c.req.valid('query');
    const outcome = await backtest(context, actorOf(c), id, { version, last });
    return outcome.kind === 'backtest' ? c.json(outcome.backtest) : problemResponse(c, outcome);
  });

  return api;
}
