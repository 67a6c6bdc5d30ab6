import { z } from 'zod';
import type { AppContext } from '~/context';
import { exportIntegrations } from '~/services/imports/export-integrations';
import { exportIntegration, importRequested } from '~/services/imports/imports';
import { maxChanged } from '~/services/integrations/many/change-each';
import { respondExport } from '../http/responses/export-response';
import { problemResponse } from '../http/problem-response';
import {
  actorOf,
  authorizeFor,
  authorizeIntegration,
  authorizeMember,
  guardIntegration,
  guardOrganization,
  guardSelected,
} from '../http/authorize';
import { createdHeaders, locate } from '../openapi/location';
import { bodyOf, createApi, defineRoute, pathOf } from '../openapi/route';
import { ExportedIntegrations } from '../shapes/export';
import { ImportedIntegrations, IntegrationsPreview } from '../shapes/import';
import { ExportedIntegration, ImportPreview, IntegrationResponse } from '../shapes/integration';

const ExportQuery = z.object({
  tag: z.string().max(200).optional().describe('Only those that have this tag.'),
  ids: z
    .string()
    .max(maxChanged * 37)
    .optional()
    .describe('Only those with one of these ids, which are separated by commas.'),
});

/** `/api/integrations/import` and `…/{id}/export`: calls and integrations that are imported and exported as text. */
export function createImportsApi(context: AppContext) {
  const api = createApi();

  const importRoute = defineRoute({
    method: 'post',
    path: '/import',
    id: 'importText',
    tag: 'Integrations',
    access: 'editor',
    guard: guardSelected(context, 'edit-integrations'),
    summary: 'Import calls or an integration',
    text: 'With `dryRun`, returns what would be imported, in pages; with `integrationId`, the calls are added to it; otherwise a draft is created from an exported integration. Of a file of integrations, each that is new here becomes a draft, and `onConflict` says what happens to the others; nothing is deployed. Documents are read one after the other.',
    // The body may be large, so a reader outside the event loop reads it.
    body: { isUnread: true },
    request: {
      body: bodyOf('Import', {
        example: {
          text: "curl https://api.example.com/v1/orders -H 'Accept: application/json'",
          dryRun: true,
        },
      }),
    },
    responses: {
      200: {
        description:
          'What would be imported, the integration with the calls, or what became of the integrations of a file.',
        schema: z.union([ImportPreview, IntegrationsPreview, ImportedIntegrations, IntegrationResponse]),
      },
      201: { description: 'The draft.', schema: IntegrationResponse, headers: createdHeaders },
    },
    problems: ['conflict', 'too-many-requests'],
  });
  api.openapi(importRoute, async (c) => {
    const outcome = await importRequested(
      context,
      actorOf(c),
      { body: c.req.raw.body, type: 'application/json' },
      async (integrationId) =>
        authorizeFor(
          context,
          'edit-integrations',
          integrationId === undefined
            ? await authorizeMember(context, c, actorOf(c).organizationId)
            : await authorizeIntegration(context, c, integrationId),
        ),
    );
    if (outcome.kind === 'preview') {
      return new Response(outcome.json as Uint8Array<ArrayBuffer>, {
        headers: { 'Content-Type': 'application/json' },
      });
    }
    if (outcome.kind === 'imported') return c.json({ integrations: outcome.integrations });
    if (outcome.kind !== 'integration') return problemResponse(c, outcome);
    const { integration, isNew } = outcome;
    return isNew ? c.json(integration, 201, locate('integrations', integration.id)) : c.json(integration);
  });

  const exportRoute = defineRoute({
    method: 'get',
    path: '/{id}/export',
    id: 'exportIntegration',
    tag: 'Integrations',
    ...guardIntegration(context, 'member'),
    summary: 'Download an integration as a file',
    text: 'Without secrets. It is written to the audit log.',
    isFresh: true,
    request: { params: pathOf('id') },
    responses: { 200: { description: 'The file, as an import accepts it.', schema: ExportedIntegration } },
  });
  api.openapi(exportRoute, async (c) => {
    const outcome = await exportIntegration(context, actorOf(c), c.req.valid('param').id);
    if (outcome.kind !== 'file') return problemResponse(c, outcome);
    c.header('Content-Disposition', `attachment; filename="${outcome.fileName}"`);
    c.header('Cache-Control', 'no-store');
    return c.json(outcome.file);
  });

  const exportAllRoute = defineRoute({
    method: 'get',
    path: '/organization/{organizationId}/export',
    id: 'exportIntegrations',
    tag: 'Integrations',
    access: 'member',
    guard: guardOrganization(context),
    summary: 'Download all integrations as one file',
    text: 'By name, without secrets, as indented JSON that is the same as long as they are. It is sent as it is read, and written to the audit log.',
    isFresh: true,
    request: { params: pathOf('organizationId'), query: ExportQuery },
    responses: { 200: { description: 'The file, as an import accepts it.', schema: ExportedIntegrations } },
  });
  api.openapi(exportAllRoute, async (c) => {
    const { tag, ids } = c.req.valid('query');
    const outcome = await exportIntegrations(context, actorOf(c), { tag, ids: ids?.split(',') });
    if (outcome.kind !== 'export') return problemResponse(c, outcome);
    return respondExport(context, c, outcome);
  });

  return api;
}
