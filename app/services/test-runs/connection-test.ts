// Tests a connection: sends a GET to an address of its API, with its credentials, like any call.
import { z } from 'zod';
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { newId } from '~/db/core/id';
import { forgetRefusal } from '~/db/connections/connection-days';
import { findConnection } from '~/db/connections/connections';
import { ApiCall } from '~/engine/definition/api-call';
import { buildAuthorized } from '~/engine/run/call-run';
import { maskStatusText } from '~/engine/run/outcome';
import type { CallRequest } from '~/engine/run/request';
import { isSuccess } from '~/engine/schema/status-code';
import { createMaskSecrets } from '~/engine/secrets/mask-secrets';
import type { Problem } from '~/problem';
import { runInTurns } from '../event-loop';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { createConnectionPorts } from '../connections/authorize';
import { sendInTurn } from '../connections/pace';
import { toSending } from '../runs/sending/sending';
import { doAsTest } from './limit';
import { sendRenewed } from '../connections/send-renewed';
import { digestFile } from '../digest-file';

/** The result of a test of a connection. The API's document names this schema. */
export const ConnectionTest = z.object({
  success: z.boolean().describe('The status was 2xx or 3xx.'),
  statusCode: z.number().int().describe('0 when no answer came.'),
  responseTime: z.number().describe('Milliseconds.'),
  error: z.string().nullable(),
  body: z
    .string()
    .nullable()
    .describe('When the API refused: the beginning of its answer, with secrets masked.'),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/** Longer than what is shown and a secret that begins in it, so that no part of a secret is left unmasked at the cut. */
const maxBodyBytes = 16 * 1_024;
/** In characters. */
const maxShown = 1_000;

/**
 * Sends a GET to `url`, which may begin with `/`, or to the base URL. Writes to the audit log. A connection without usable
 * credentials fails the test. Problems: forbidden, not-found, invalid for a URL that nothing may be sent to, too-many-requests.
 */
export async function testConnection(
  context: AppContext,
  actor: Actor,
  id: string,
  url: string,
): Promise<{ kind: 'tested'; test: ConnectionTest } | Problem> {
  const { organizationId } = actor;
  const refusal = await checkPermission(context.db, actor, 'manage-connections');
  if (refusal) return refusal;
  const connection = await findConnection(context.db, { id, organizationId });
  if (!connection) return { kind: 'not-found' };
  const parsed = ApiCall.safeParse({
    id: 'test',
    order: 1,
    url: url || connection.baseUrl,
    authConfig: { type: 'connection', connectionId: id },
  });
  if (!parsed.success)
    return { kind: 'invalid', fields: { url: ['Enter a URL like https://api.example.com/me'] } };
  const asked = { kind: 'call', permission: 'manage-connections' } as const;
  const outcome = await doAsTest(context, actor, asked, () =>
    send(context, actor, parsed.data, connection.name),
  );
  // The API may have taken its time, and the right may have been taken away meanwhile.
  return (await checkPermission(context.db, actor, 'manage-connections')) ?? outcome;
}

async function send(
  context: AppContext,
  actor: Actor,
  call: ApiCall,
  name: string,
): Promise<{ kind: 'tested'; test: ConnectionTest } | Problem> {
  const { organizationId } = actor;
  const ports = {
    ...createConnectionPorts(context, organizationId),
    digest: digestFile,
    inTurns: runInTurns,
  };
  const began = performance.now();
  const scope = { ports, variables: new Map(), readValues: async () => [] };
  const { built, unobtained, lacksCredentials } = await buildAuthorized(scope, call, `test.${newId()}`);
  if (built.kind === 'refused') {
    if (!lacksCredentials) return { kind: 'invalid', fields: { url: [built.message] } };
    const responseTime = Math.round(performance.now() - began);
    return describeUnsent(built.message, responseTime);
  }
  const { request } = built;
  const detail = `${name}: GET ${new URL(request.url).host}`;
  const subjectId = call.authConfig.type === 'connection' ? call.authConfig.connectionId : '';
  await insertAuditEntry(context.db, {
    ...actor,
    kind: 'connection-tested',
    subjectId,
    detail,
    now: context.now(),
  });
  const secrets: string[] = [];
  const transmit = async (due: CallRequest) => {
    const answer = await sendInTurn(context, call, due, () =>
      context.outbound.send({
        ...toSending(due, context.now),
        timeoutMs: due.timeoutMs,
        maxBodyBytes,
        organizationId,
      }),
    );
    secrets.push(...due.secrets);
    return Object.assign(answer, { answeredAt: context.now() });
  };
  const outcome =
    unobtained ?? (await sendRenewed(scope, { call, request, nextKey: `test.${newId()}` }, transmit));
  const mask = createMaskSecrets([...request.secrets, ...secrets]);
  const responseTime = outcome.durationMs;
  if (outcome.kind === 'failure') {
    return describeUnsent(mask(outcome.message), responseTime);
  }
  const success = isSuccess(outcome.status);
  if (success) await forgetRefusal(context.db, subjectId);
  const error = success ? null : `HTTP ${outcome.status}: ${maskStatusText(outcome.statusText, mask)}`;
  const body = success || outcome.binary ? null : mask(outcome.body).trim().slice(0, maxShown) || null;
  return { kind: 'tested', test: { success, statusCode: outcome.status, responseTime, error, body } };
}

function describeUnsent(error: string, responseTime: number): { kind: 'tested'; test: ConnectionTest } {
  return { kind: 'tested', test: { success: false, statusCode: 0, responseTime, error, body: null } };
}
