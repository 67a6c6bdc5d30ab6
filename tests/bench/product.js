// The product under test, set up the way a customer would: through its own API.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from '../../app/db/core/sqlite.js';
import { startProcess } from './processes.js';

const secret = 'a-secret-of-the-bench';
const root = fileURLToPath(new URL('../../', import.meta.url));

/** @typedef {Awaited<ReturnType<typeof signUp>>} Account */

/** What every delivery of the bench carries. */
export const deliveryHeaders = { 'Content-Type': 'application/json', 'X-Webhook-Signature': secret };

/**
 * Starts the built server on an empty directory.
 * @param {string} dataDir
 * @param {Record<string, string>} settings
 * @param {string} [checkout] the root of the one whose build is started, this one unless given
 */
export function startProduct(dataDir, settings = {}, checkout = root) {
  const environment = {
    NODE_ENV: 'production',
    APP_URL: 'http://127.0.0.1:1',
    PORT: '0',
    DATA_DIR: dataDir,
    SESSION_SECRET: 'bench'.repeat(8),
    APP_KEY: Buffer.alloc(32, 1).toString('base64'),
    OUTBOUND_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  return startProcess(join(checkout, 'build/server/index.js'), [], environment, checkout);
}

/** To one host the product never has more than 20 calls, so the integrations call names of this machine in turn. */
const targetHosts = 4;

/**
 * Signs up, unless an account is given, and deploys integrations of one GET to `target`; answers the paths of their webhooks. With `steps` each also
 * checks a condition before the call, has rules for its answer and takes a variable from it. With `connection` its call signs in by one.
 * @param {{ url: string, readOutput: () => string }} server
 * @param {{ target: string, count: number, steps?: boolean, connection?: boolean, firstHost?: number, account?: Account }} wanted
 */
export async function deployIntegrations(
  server,
  { target, count, steps = false, connection = false, firstHost = 1, account },
) {
  const { call } = account ?? (await signUp(server));
  const connectionId = connection ? await connect(call, target) : undefined;
  const paths = [];
  for (let index = 0; index < count; index += 1) {
    const url = new URL(target);
    url.hostname = `127.0.0.${firstHost + (index % targetHosts)}`;
    const integration = await call('POST', '/api/integrations', {
      name: `Bench ${index}`,
      triggerConfig: {
        type: 'webhook',
        webhook: {
          secret,
          variables: [{ name: 'repo', jsonPath: '$.repository.full_name', required: true }],
        },
      },
      apiCalls: [
        {
          id: 'read',
          name: 'Read',
          order: 1,
          method: 'GET',
          url: url.href,
          ...(steps && { responseMapping: { extractFields: [{ jsonPath: '.ok', saveAs: 'ok' }] } }),
          ...(connectionId && { authConfig: { type: 'connection', connectionId } }),
        },
      ],
      ...(steps && furtherSteps),
      isActive: false,
    });
    await call('PATCH', `/api/integrations/${integration.id}`, { isActive: true });
    paths.push(`/webhook/${integration.id}`);
  }
  return paths;
}

/**
 * Creates a connection whose token may go to each host of the target; answers its id.
 * @param {Account['call']} call
 * @param {string} target
 */
async function connect(call, target) {
  const [{ organizationId }] = await call('GET', '/api/organizations');
  const { port } = new URL(target);
  const { id } = await call('POST', `/api/organizations/${organizationId}/connections`, {
    name: 'Bench',
    kind: 'bearer',
    allowedHosts: Array.from({ length: targetHosts }, (_, index) => `127.0.0.${index + 1}:${port}`),
    config: { token: 'a-token-of-the-bench' },
  });
  return id;
}

const credentials = { email: 'bench@example.com', password: 'Correct-horse-7' };

/** Every accepted execution ends by then, and nothing waits in the queue. */
const idleWithinMs = 120_000;

/**
 * Waits until every execution and every job has ended; answers how many ms that took.
 * @param {string} file the database
 */
export async function waitUntilIdle(file) {
  const db = new Database(file, { readonly: true });
  const unfinished = db
    .prepare("select (select count(*) from jobs) + (select count(*) from executions where status = 'queued')")
    .pluck();
  const startedAt = performance.now();
  while (Number(unfinished.get()) > 0) {
    if (performance.now() - startedAt > idleWithinMs) throw new Error(`${unfinished.get()} jobs did not end`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  db.close();
  return performance.now() - startedAt;
}

/**
 * The `Cookie` header of the owner that `deployIntegrations` signed up.
 * @param {{ url: string }} server
 */
export async function signIn({ url }) {
  const headers = { 'Content-Type': 'application/json', Origin: 'http://127.0.0.1:1' };
  const body = JSON.stringify(credentials);
  const answer = await fetch(`${url}/auth/login/user`, { method: 'POST', headers, body });
  return answer.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
}

/**
 * A new organization's owner, signed in. `call` asks the JSON API and throws when it refuses.
 * @param {{ url: string, readOutput: () => string }} server
 */
export async function signUp(server) {
  const account = {
    ...credentials,
    firstName: 'Ben',
    lastName: 'Chmark',
    organizationName: 'bench',
  };
  /** @type {Record<string, string>} */
  const headers = { 'Content-Type': 'application/json', Origin: 'http://127.0.0.1:1' };

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async function call(method, path, body) {
    const answer = await fetch(server.url + path, { method, headers, body: body && JSON.stringify(body) });
    const cookie = answer.headers.get('Set-Cookie');
    if (cookie) headers.Cookie = cookie.split(';', 1)[0] ?? '';
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }

  await call('POST', '/auth/register/user', account);
  await call('POST', '/auth/verify-email', { token: await findMailedToken(server) });
  await call('POST', '/auth/login/user', credentials);
  return { call, cookie: headers.Cookie ?? '' };
}

const furtherSteps = {
  conditionalExecutionSteps: [
    {
      id: 'check',
      order: 0,
      conditionalExecution: {
        enabled: true,
        executionTrigger: 'conditional',
        condition: { field: 'repo', operator: 'equals', value: 'octo/wicked' },
      },
    },
  ],
  responseHandlingSteps: [
    {
      id: 'handling',
      nextApiCallId: 'read',
      responseHandling: {
        defaultAction: 'stop_notify',
        statusCodeActions: [
          { statusCodes: ['5xx', 'network'], action: 'retry' },
          { statusCodes: ['2xx'], action: 'continue' },
        ],
      },
    },
  ],
};

/** @param {{ readOutput: () => string }} server */
async function findMailedToken(server) {
  for (;;) {
    const token = /verify-email\?token=([\w-]+)/.exec(server.readOutput())?.[1];
    if (token) return token;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
