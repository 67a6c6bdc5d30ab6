import { z } from 'zod';
import type { AppContext } from '~/context';
import { formatCount } from '~/engine/texts/format-count';
import { maxCsvRows, writeExecutionsCsv } from '~/services/executions/execution-csv';
import { findLogFile } from '~/services/runs/log-file';
import { toWellFormed } from '~/engine/json/half-pair';
import { ExecutionQuery, readExecutionFilter } from './execution-filter';
import { respondExport, streamToMember } from './http/responses/export-response';
import { actorOf, guardIntegration } from './http/authorize';
import { problemResponse } from './http/problem-response';
import { createApi, defineRoute, pathOf } from './openapi/route';

const FileQuery = z
  .object({
    step: z.coerce.number().int().min(0).optional().describe('The step that saved it, as in the log.'),
    name: z.string().max(100).optional().describe('The variable that it was saved as.'),
    path: z
      .string()
      .max(500)
      .optional()
      .describe(
        'In place of both, where it stands in what the trigger delivered: `.upload`, or nothing for all of it.',
      ),
  })
  .refine(({ step, name, path }) => path !== undefined || (step !== undefined && name !== undefined), {
    path: ['path'],
    error: 'Name a step and a variable, or a path in the trigger data',
  });

/** Files of executions of `/api/integrations/{id}`: a table of them, and the files in their logs. */
export function createExecutionFilesApi(context: AppContext) {
  const api = createApi();

  const fileRoute = defineRoute({
    tag: 'Executions',
    ...guardIntegration(context, 'member'),
    method: 'get',
    path: '/{id}/executions/{executionId}/file',
    id: 'downloadExecutionFile',
    summary: 'Download a file of an execution',
    text: 'What a call saved as a file, or a file that was delivered, as long as the log is kept. 409 when a secret is in it. 404 also when it was deleted to make room for newer ones.',
    isFresh: true,
    request: { params: pathOf('id', 'executionId'), query: FileQuery },
    responses: {
      200: { description: 'Its bytes.', schema: z.file(), mediaType: 'application/octet-stream' },
    },
    problems: ['conflict'],
  });
  api.openapi(fileRoute, async (c) => {
    const { id: integrationId, executionId } = c.req.valid('param');
    const { step = 0, name = '', path } = c.req.valid('query');
    const { organizationId } = actorOf(c);
    const place = path === undefined ? { step, name } : { path };
    const found = await findLogFile(context, { organizationId, integrationId }, executionId, place);
    if (found.kind !== 'file' && found.kind !== 'large-file') return problemResponse(c, found);
    const body =
      found.kind === 'file' ? new Uint8Array(found.bytes) : streamToMember(context, c, found.parts);
    return c.body(body, 200, {
      // A browser must not run a file that a stranger made: see `sandboxFiles`.
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(found.name)}`,
      'Content-Length': String(found.kind === 'file' ? found.bytes.length : found.value.size),
      'Cache-Control': 'no-store',
    });
  });

  const tableRoute = defineRoute({
    tag: 'Executions',
    ...guardIntegration(context, 'member'),
    method: 'get',
    path: '/{id}/executions.csv',
    id: 'downloadExecutions',
    summary: 'Download executions as CSV',
    text: `The newest ${formatCount(maxCsvRows)} that match all filters given, newest first: the fields of the list, and the variables of the newest version’s webhook as columns \`variables.…\`. For spreadsheets: UTF-8 with a byte order mark, and a text that a spreadsheet would take for a formula begins with \`'\`.`,
    isFresh: true,
    request: { params: pathOf('id'), query: ExecutionQuery.omit({ limit: true, cursor: true }) },
    responses: { 200: { description: 'The table.', schema: z.string(), mediaType: 'text/csv' } },
  });
  api.openapi(tableRoute, (c) => {
    const { id: integrationId } = c.req.valid('param');
    const owner = { integrationId, organizationId: actorOf(c).organizationId };
    return respondExport(context, c, {
      fileName: `executions-${integrationId}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      pieces: writeExecutionsCsv(context, owner, readExecutionFilter(c.req.valid('query'))),
    });
  });

  return api;
}

/** Encodes a file name by RFC 8187 §3.2.1. */
function encodeName(name: string): string {
  return encodeURIComponent(toWellFormed(name)).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
