import type { AppContext } from '~/context';
import { exportIntegration, importCalls, importIntegration, previewImport } from '~/services/imports';
import { answerProblem, largestBody } from './answer';
import { actorOf, authorizeIntegration, guardIntegration, guardSelected } from './authorize';
import { createApi, defineRoute, jsonBody, pathOf } from './route';
import { ExportedIntegration, ImportPreview, IntegrationAnswer } from './shapes/integration';
import { ImportBody } from './shapes/integration-input';

/** `/api/integrations/import` and `…/{id}/export`: calls and integrations that come and go as text. */
export function createImportsApi(context: AppContext) {
  const api = createApi();

  const importRoute = defineRoute({
    method: 'post',
    path: '/import',
    id: 'importText',
    tag: 'Integrations',
    access: 'member',
    guard: guardSelected(context),
    summary: 'Import calls or an integration',
    text: 'With `dryRun`, what would be imported; with `integrationId`, the calls are added there; else a draft is made of an exported integration.',
    body: { maxBytes: largestBody },
    request: {
      body: jsonBody(ImportBody, {
        text: "curl https://api.example.com/v1/orders -H 'Accept: application/json'",
        dryRun: true,
      }),
    },
    answers: {
      200: {
        description: 'What would be imported, or the integration with the calls.',
        schema: ImportPreview.or(IntegrationAnswer),
      },
      201: { description: 'The draft.', schema: IntegrationAnswer },
    },
    problems: ['forbidden', 'conflict'],
  });
  api.openapi(importRoute, async (c) => {
    const { text, dryRun, integrationId, keys, version, name, description } = c.req.valid('json');
    if (dryRun) return c.json(previewImport(text));
    if (integrationId === undefined) {
      const outcome = importIntegration(context, actorOf(c), { text, name, description });
      return outcome.kind === 'integration' ? c.json(outcome.integration, 201) : answerProblem(c, outcome);
    }
    const actor = await authorizeIntegration(context, c, integrationId);
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const outcome = importCalls(context, actor, integrationId, { text, keys, version });
    return outcome.kind === 'integration' ? c.json(outcome.integration) : answerProblem(c, outcome);
  });

  const exportRoute = defineRoute({
    method: 'get',
    path: '/{id}/export',
    id: 'exportIntegration',
    tag: 'Integrations',
    access: 'member',
    guard: guardIntegration(context),
    summary: 'Download an integration as a file',
    text: 'Without secrets. It is written to the audit log.',
    isFresh: true,
    request: { params: pathOf('id') },
    answers: { 200: { description: 'The file, which an import takes.', schema: ExportedIntegration } },
  });
  api.openapi(exportRoute, (c) => {
    const outcome = exportIntegration(context, actorOf(c), c.req.valid('param').id);
    if (outcome.kind !== 'file') return answerProblem(c, outcome);
    c.header('Content-Disposition', `attachment; filename="${outcome.fileName}"`);
    c.header('Cache-Control', 'no-store');
    return c.json(outcome.file);
  });

  return api;
}
