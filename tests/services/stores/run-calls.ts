// Runs calls to stores, as an integration whose webhook takes what the placeholders need.
import { listAttempts } from '~/db/executions/steps';
import type { LoggedRequest, LoggedResponse } from '~/engine/logged';
import { runExecution } from '~/services/runs/run-execution';
import { never, type RunSetup } from '../runs/run-setup';

export interface StoreCall {
  method?: string;
  url: string;
  body?: string;
  [more: string]: unknown;
}

/** Runs calls, and returns how the execution ended, and what each attempt sent and got. */
export async function runCalls(setup: RunSetup, calls: StoreCall[], payload = '{"n":1.10}') {
  const apiCalls = calls.map((call, index) =>
    Object.assign({ id: `call-${index}`, name: `Call ${index}` }, call),
  );
  const id = await setup.accept(await setup.seed({ apiCalls }), payload);
  await runExecution(setup.context, await setup.claim(), never);
  return { id, ...(await setup.findExecution(id)), ...(await listSent(setup, id)) };
}

/** Returns what the attempts of an execution sent and got, as its log has it. */
export async function listSent({ context }: RunSetup, id: string) {
  const attempts = await listAttempts(context.db, [id]);
  const responses = attempts.map(({ response }) => JSON.parse(response ?? '{}') as Partial<LoggedResponse>);
  return {
    requests: attempts.map(({ request }) => JSON.parse(request) as LoggedRequest),
    statuses: attempts.map(({ status_code: status }) => status),
    errors: attempts.map(({ error_message: error }) => error),
    bodies: responses.map(({ body = '' }) => body),
  };
}

export function put(url: string, body: string, more: object = {}): StoreCall {
  return { method: 'PUT', url, body, ...more };
}

/** The rows of a table. */
export function listRows({ context }: RunSetup, table: 'stores' | 'records' | 'record_responses') {
  return context.db.sqlite.prepare(`select * from ${table}`).all() as Record<string, unknown>[];
}
