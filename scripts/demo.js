// `npm run demo`: the product with something in it. Fills an empty data directory through the JSON API, as any
// program could, against a sample API on loopback, and prints the login.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhenNeeded, installWhenNeeded, loadEnvironment, root, startServer } from './prepare.js';
import { sampleToken, startSampleApi } from './sample-api.js';

const sampleApiPort = 4010;
const account = {
  email: 'demo@example.com',
  password: 'Wicked-demo-1',
  firstName: 'Ada',
  lastName: 'Demo',
  organizationName: 'demo',
};
const secret = 'demo-webhook-secret';

process.chdir(root);
loadEnvironment();
process.env.NODE_ENV = 'production';
installWhenNeeded();
buildWhenNeeded();

// The login is known to everybody who reads this file, so the demo is for this machine alone.
process.env.HOST = '127.0.0.1';
process.env.OUTBOUND_ALLOW = [process.env.OUTBOUND_ALLOW, `127.0.0.1:${sampleApiPort}`]
  .filter(Boolean)
  .join(',');

const file = join(process.env.DATA_DIR ?? 'data', 'wicked.db');
const isFilled = existsSync(file);
const { default: Database } = await import('../app/db/sqlite.js');

if (isFilled && !hasDemoAccount()) {
  process.stderr.write(
    `${file} holds data of its own. Give the demo a directory: DATA_DIR=./demo npm run demo\n`,
  );
  process.exit(1);
}

const sampleApi = await startSampleApi(sampleApiPort).catch((error) => {
  process.stderr.write(`The sample API cannot listen on port ${sampleApiPort}: ${error.message}\n`);
  process.exit(1);
});
await startServer();

const base = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
if (!isFilled) await fill();
process.stdout.write(
  `\nThe demo is ready at ${process.env.APP_URL}/login\n  Email:    ${account.email}\n  Password: ${account.password}\n`,
);

function hasDemoAccount() {
  const db = new Database(file, { readonly: true });
  const found = db.prepare('select 1 from users where email = ?').get(account.email);
  db.close();
  return found !== undefined;
}

/** The address of the demo is nobody's, so nobody can follow the link that was mailed to it. */
function verifyAccount() {
  const db = new Database(file);
  db.prepare('update users set email_verified_at = created_at where email = ?').run(account.email);
  db.close();
}

async function fill() {
  /** @type {Record<string, string>} */
  const headers = { 'Content-Type': 'application/json', Origin: process.env.APP_URL ?? base };

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} body
   */
  async function call(method, path, body) {
    const answer = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
    const [cookie] = answer.headers.getSetCookie();
    if (cookie) headers.Cookie = cookie.split(';', 1)[0] ?? '';
    const json = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  }

  /** @param {object} integration */
  async function deploy(integration) {
    const { id } = await call('POST', '/api/integrations', { ...integration, isActive: false });
    await call('PATCH', `/api/integrations/${id}`, { isActive: true });
    return `${base}/webhook/${id}`;
  }

  await call('POST', '/auth/register/user', account);
  verifyAccount();
  await call('POST', '/auth/login/user', { email: account.email, password: account.password });

  const issues = await deploy(issueIntegration());
  const status = await deploy(statusIntegration());
  for (const repo of ['octo/hello-world', 'octo/spoon-knife', 'acme/rocket', 'acme/anvil']) {
    await deliver(issues, { action: 'opened', repository: { full_name: repo, stars: 42 } });
  }
  await deliver(status, { service: 'billing' });
}

/** An issue for each delivery, then a look at it: the answer of one call is used by the next. */
function issueIntegration() {
  return {
    name: 'GitHub to issue tracker',
    description: 'Opens an issue for every repository event and reads it back.',
    triggerConfig: {
      type: 'webhook',
      webhook: {
        secret,
        variables: [
          { name: 'repo', jsonPath: '$.repository.full_name', description: 'owner/name', required: true },
        ],
      },
    },
    apiCalls: [
      {
        id: 'open',
        name: 'Open issue',
        order: 1,
        method: 'POST',
        url: `${sampleApi.url}/issues`,
        body: '{\n  "title": "Something happened in {{repo}}"\n}',
        responseMapping: { extractFields: [{ jsonPath: '$.issue.id', saveAs: 'issue_id' }] },
      },
      {
        id: 'read',
        name: 'Read issue',
        order: 2,
        method: 'GET',
        url: `${sampleApi.url}/issues/{{issue_id}}`,
        authConfig: { type: 'bearer', token: sampleToken },
        responseMapping: { extractFields: [{ jsonPath: '$.state', saveAs: 'issue_state' }] },
      },
    ],
  };
}

/** One call to a service that is down, so that a failure can be looked at, too. */
function statusIntegration() {
  return {
    name: 'Status check',
    description: 'Calls a service that is down.',
    triggerConfig: { type: 'webhook', webhook: { secret, variables: [] } },
    apiCalls: [{ id: 'check', name: 'Check', order: 1, method: 'GET', url: `${sampleApi.url}/unreliable` }],
  };
}

/**
 * @param {string} url
 * @param {object} payload
 */
async function deliver(url, payload) {
  await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Webhook-Signature': secret },
    body: JSON.stringify(payload),
  });
}
