import type { AppContext } from '~/context';
import { insertExecution } from '~/db/executions/executions';
import { finishExecution } from '~/db/executions/ended-executions';
import { newId } from '~/db/core/id';
import { insertIntegration } from '~/db/integrations/integrations';
import { finishAttemptQuery, finishStepQuery, insertAttemptQuery, insertStep } from '~/db/executions/steps';
import { Definition } from '~/engine/integration';
import type { Extraction, LoggedRequest, LoggedResponse } from '~/engine/logged';
import { sealDefinition } from '~/services/integrations/definition-secrets';
import { createTestUser } from './accounts';
import { createTestContext, type TestContext } from './context';

export interface Owner {
  organizationId: string;
  integrationId: string;
}

/** An integration with one version, which has no secrets. */
export async function createTestIntegration(context: AppContext, organizationId: string): Promise<Owner> {
  const integrationId = newId();
  await insertIntegration(context.db, {
    id: integrationId,
    organizationId,
    name: 'Orders',
    description: null,
    by: { userId: null, tokenName: null },
    now: context.now(),
  });
  const definition = sealDefinition(context.config, integrationId, Definition.parse({}));
  const version = { integration_id: integrationId, version: 1, definition, created_at: context.now() };
  await context.db.run(context.db.build.insertInto('integration_versions').values(version));
  return { organizationId, integrationId };
}

/** A context of its own with an integration of a new user's organization. */
export async function createIntegrationContext(): Promise<{ context: TestContext; owner: Owner }> {
  const context = await createTestContext();
  const { organizationId } = await createTestUser(context);
  const owner = await createTestIntegration(context, organizationId);
  return { context, owner };
}

/** A queued execution. Answers its id. */
export async function createTestExecution(
  context: AppContext,
  { organizationId, integrationId }: Owner,
  triggerData: string | null = '{"n":1}',
): Promise<string> {
  const id = newId();
  await insertExecution(context.db, {
    id,
    organization_id: organizationId,
    integration_id: integrationId,
    integration_version: 1,
    status: 'queued',
    trigger_type: 'webhook',
    started_at: context.now(),
    completed_at: null,
    error_message: null,
    trigger_data: triggerData,
  });
  return id;
}

/** Plans the automatic replay of a failed execution. */
export async function planTestReplay({ db }: AppContext, owner: Owner, executionId: string, dueAt: number) {
  const { organizationId: organization_id, integrationId: integration_id } = owner;
  const plan = { execution_id: executionId, organization_id, integration_id, number: 1, most: 2 };
  await db.run(db.build.insertInto('automatic_replays').values({ ...plan, due_at: dueAt }));
}

interface TestCall {
  step?: number;
  kind?: 'call' | 'webhook';
  name?: string;
  request?: Partial<LoggedRequest>;
  response?: Partial<LoggedResponse> | null;
  errorMessage?: string | null;
  /** JSON text of the engine's `Extraction[]`, or the list. */
  extractions?: string | Extraction[];
  sends?: number;
}

/** A call with one attempt, as a run that told of it would have stored it. */
export async function addTestCall(
  { db, now }: AppContext,
  executionId: string,
  call: TestCall = {},
): Promise<void> {
  const { step = 0, kind = 'call', extractions = [], errorMessage = null } = call;
  const place = { execution_id: executionId, step };
  await insertStep(db, {
    ...place,
    kind,
    call_id: `call-${step}`,
    name: call.name ?? '',
    status: 'running',
    error_message: null,
    extractions: null,
    saved: null,
  });
  const request = { ...emptyRequest, ...call.request };
  for (let send = 0; send < (call.sends ?? 1); send += 1) {
    await db.run(
      insertAttemptQuery({ ...place, attempt: 1, request: JSON.stringify(request), started_at: now() }),
    );
  }
  if (call.response === undefined && errorMessage === null) return;
  const response = call.response ? { ...emptyResponse, ...call.response } : null;
  await db.run(
    finishAttemptQuery({
      executionId,
      step,
      attempt: 1,
      response: response && JSON.stringify(response),
      statusCode: response?.status ?? null,
      errorMessage,
      durationMs: 120,
      ruling: null,
    }),
  );
  await db.run(
    finishStepQuery({
      executionId,
      step,
      status: errorMessage === null ? 'success' : 'error',
      errorMessage,
      extractions: typeof extractions === 'string' ? extractions : JSON.stringify(extractions),
      saved: null,
      detail: null,
    }),
  );
}

const emptyRequest: LoggedRequest = {
  method: 'GET',
  url: 'https://api.example.com/',
  headers: [],
  body: '',
  truncated: false,
};

const emptyResponse: LoggedResponse = {
  status: 200,
  statusText: 'OK',
  headers: [],
  body: '',
  bodyBytes: 0,
  binary: false,
  truncated: false,
};

export async function completeTestExecution(
  { db, now }: AppContext,
  { integrationId }: Owner,
  id: string,
): Promise<void> {
  const completedAt = now();
  await finishExecution(db, { id, integrationId, status: 'completed', errorMessage: null, completedAt });
}
