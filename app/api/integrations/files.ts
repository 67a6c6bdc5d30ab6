import type { AppContext } from '~/context';
import { IntegrationFile } from '~/engine/import/integration-file';
import { applyFile, compareFile } from '~/services/imports/apply-file';
import { actorOf, guardIntegration } from '../http/authorize';
import { maxBodyBytes, problemResponse } from '../http/problem-response';
import { bodyOf, createApi, defineRoute, pathOf } from '../openapi/route';
import { IntegrationResponse } from '../shapes/integration';
import { registerRequest } from '../shapes/registry';
import { ComparisonResponse } from '../shapes/version';
import { readSentFile } from './sent-object';

registerRequest('IntegrationFile', IntegrationFile);

/** `/api/integrations/{id}/file`: replaces an integration by an exported file that is kept elsewhere. */
export function createFilesApi(context: AppContext) {
  const api = createApi();
  // The body is what an export returns, which is not what this call returns.
  const ours = {
    tag: 'Integrations',
    ...guardIntegration(context, 'member'),
    isAnswerSentBack: false,
  } as const;
  const editing = { ...ours, ...guardIntegration(context, 'editor') } as const;
  const request = { params: pathOf('id'), body: bodyOf('IntegrationFile') };
  const body = { maxBytes: maxBodyBytes };

  const applyRoute = defineRoute({
    ...editing,
    method: 'put',
    path: '/{id}/file',
    id: 'applyIntegrationFile',
    summary: 'Apply an exported file to an integration',
    text: 'Name, description, tags, trigger, chain and limits become those of the file. Secrets that are empty in it stay as they are, and connections are found by their names. Saves like `updateIntegration`; the same file again changes nothing.',
    body,
    request,
    responses: { 200: { description: 'The integration as it is now.', schema: IntegrationResponse } },
    problems: ['conflict'],
  });
  api.openapi(applyRoute, async (c) => {
    const sent = await readSentFile(c);
    if (sent.kind !== 'file') return problemResponse(c, sent);
    const outcome = await applyFile(context, actorOf(c), c.req.valid('param').id, sent.file);
    if (outcome.kind !== 'integration') return problemResponse(c, outcome);
    const integration: IntegrationResponse = outcome.integration;
    return c.json(integration, 200);
  });

  const compareRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/{id}/file/diff',
    id: 'compareIntegrationFile',
    summary: 'Compare an exported file with an integration',
    text: 'What applying the file would change. Nothing is stored.',
    body,
    request,
    responses: { 200: { description: 'The differences.', schema: ComparisonResponse } },
  });
  api.openapi(compareRoute, async (c) => {
    const sent = await readSentFile(c);
    if (sent.kind !== 'file') return problemResponse(c, sent);
    const outcome = await compareFile(context, actorOf(c), c.req.valid('param').id, sent.file);
    return outcome.kind === 'comparison'
      ? c.json({ differences: outcome.differences }, 200)
      : problemResponse(c, outcome);
  });

  return api;
}
