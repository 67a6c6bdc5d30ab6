// `npm run demo`: the product with example data. Fills a data directory of its own through the JSON API, as any program could,
// against a sample API on loopback, and prints the login.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { account, issuesName, secret } from './demo-account.js';
import { buildWhenNeeded, installWhenNeeded, root, startServer } from './prepare.js';
import { sampleToken, startSampleApi } from './sample-api.js';
import { loadOrWriteSettings } from './settings.js';
import { demoUsage, takeNoArguments } from './usage.js';

const defaultSampleApiPort = 4010;

takeNoArguments('npm run demo', demoUsage);
process.chdir(root);
loadOrWriteSettings();
process.env.NODE_ENV = 'production';
await installWhenNeeded();
await buildWhenNeeded();

const sampleApi = await startSampleApi(defaultSampleApiPort).catch(() => startSampleApi(0));
const { host: sampleApiHost, port: sampleApiPort } = new URL(sampleApi.url);
if (Number(sampleApiPort) !== defaultSampleApiPort) {
  process.stdout.write(
    `Another program has port ${defaultSampleApiPort}, so the sample API listens on ${sampleApiPort} this time.\n`,
  );
}

// Everybody who reads this file knows the login. So the demo serves this machine alone, mails nobody, and never writes into the
// data that `npm start` serves. Nor does it tell anything to the programs that an installation tells.
process.env.HOST = '127.0.0.1';
process.env.APP_URL = `http://localhost:${process.env.PORT || 3000}`;
process.env.MAIL_TRANSPORT = 'console';
const installedOnly = /^(?:PASSWORD_LOGIN|OIDC_\w+|ADMIN_EMAIL|RUNNER|AUDIT_STREAM(?:_SECRET\w*)?|OTEL_\w+)$/;
for (const name of Object.keys(process.env).filter((each) => installedOnly.test(each)))
  delete process.env[name];
process.env.DATA_DIR = `${(process.env.DATA_DIR || './data').replace(/\/+$/, '')}-demo`;
process.env.OUTBOUND_ALLOW = [process.env.OUTBOUND_ALLOW, sampleApiHost].filter(Boolean).join(',');

const file = join(process.env.DATA_DIR, 'wicked.db');
const { default: Database } = await import('../app/db/core/sqlite.js');

if (hasStrangers()) {
  process.stderr.write(`${file} holds data of its own: move it away, and run this again.\n`);
  process.exit(1);
}
await startServer();
const base = `http://127.0.0.1:${process.env.PORT || 3000}`;
await fill();
process.stdout.write(
  `\nThe demo is ready at ${process.env.APP_URL}/login\n  Email:    ${account.email}\n  Password: ${account.password}\n` +
    `  Its data: ${process.env.DATA_DIR}\n`,
);

/** Checks whether the file has accounts, but not the demo's. */
function hasStrangers() {
  if (!existsSync(file)) return false;
  const db = new Database(file, { readonly: true });
  const isMade = db.prepare(`select 1 from sqlite_schema where name = 'users'`).get() !== undefined;
  const emails = isMade ? db.prepare('select email from users').pluck().all() : [];
  db.close();
  return emails.length > 0 && !emails.includes(account.email);
}

/** Verifies the demo's address. It belongs to nobody, so nobody can follow the link that was mailed to it. */
function verifyAccount() {
  const db = new Database(file);
  db.prepare(
    'update users set email_verified_at = created_at where email = ? and email_verified_at is null',
  ).run(account.email);
  db.close();
}

/** Adds what is missing: an account, the integrations, a delivery for each. Continues after an interruption. */
async function fill() {
  /** @type {Record<string, string>} */
  const headers = { 'Content-Type': 'application/json', Origin: base };

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async function call(method, path, body) {
    const answer = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const [cookie] = answer.headers.getSetCookie();
    if (cookie) headers.Cookie = cookie.split(';', 1)[0] ?? '';
    const json = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  }

  /**
   * @param {object} integration
   * @param {object[]} payloads
   */
  async function deploy(integration, payloads) {
    const { id } = await call('POST', '/api/integrations', { ...integration, isActive: false });
    await call('PATCH', `/api/integrations/${id}`, { isActive: true });
    for (const payload of payloads) await deliver(`${base}/webhook/${id}`, payload);
  }

  /**
   * Changes the calls to the sample API's present port.
   * @param {string} id
   */
  async function redirect(id) {
    const { apiCalls } = await call('GET', `/api/integrations/${id}`);
    const moved = apiCalls.map(moveCall);
    if (JSON.stringify(moved) === JSON.stringify(apiCalls)) return;
    await call('PATCH', `/api/integrations/${id}`, { apiCalls: moved });
  }

  const { isKnown, integrations } = readWhatIsThere();
  if (!isKnown) await call('POST', '/auth/register/user', account);
  verifyAccount();
  await call('POST', '/auth/login/user', { email: account.email, password: account.password });
  for (const { integration, payloads } of listSamples()) {
    const id = integrations.get(integration.name);
    await (id === undefined ? deploy(integration, payloads) : redirect(id));
  }
}

/** @returns {{ isKnown: boolean, integrations: Map<string, string> }} names with ids */
function readWhatIsThere() {
  const db = new Database(file, { readonly: true });
  const isKnown = db.prepare('select 1 from users where email = ?').get(account.email) !== undefined;
  const integrations = new Map(
    db
      .prepare('select name, id from integrations')
      .raw()
      .all()
      .map((row) => /** @type {[string, string]} */ (row)),
  );
  db.close();
  return { isKnown, integrations };
}

/**
 * Returns the call with the present port. The API masks the token, which must be sent again for another address.
 * @param {{ url: string, authConfig?: { type: string } }} apiCall
 */
function moveCall(apiCall) {
  const url = apiCall.url.replace(/^http:\/\/127\.0\.0\.1:\d+(?=\/(?:issues|unreliable))/, sampleApi.url);
  const isMoved = url !== apiCall.url && apiCall.authConfig?.type === 'bearer';
  return { ...apiCall, url, ...(isMoved && { authConfig: { type: 'bearer', token: sampleToken } }) };
}

function listSamples() {
  const repositories = ['octo/hello-world', 'octo/spoon-knife', 'acme/rocket', 'acme/anvil'];
  const opened = repositories.map((full_name) => ({
    action: 'opened',
    repository: { full_name, stars: 42 },
  }));
  return [
    { integration: issueIntegration(), payloads: opened },
    { integration: statusIntegration(), payloads: [{ service: 'billing' }] },
    { integration: requestIntegration(), payloads: [] },
  ];
}

/** Opens an issue for each delivery and reads it: the second call uses the response of the first. */
function issueIntegration() {
  return {
    name: issuesName,
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

/** Calls a service that is down, so that the demo also shows a failure. */
function statusIntegration() {
  return {
    name: 'Status check',
    description: 'Calls a service that is down.',
    triggerConfig: { type: 'webhook', webhook: { secret, variables: [] } },
    apiCalls: [{ id: 'check', name: 'Check', order: 1, method: 'GET', url: `${sampleApi.url}/unreliable` }],
  };
}

/** People start it with a form: `Run now`, or the palette. */
function requestIntegration() {
  return {
    name: 'Report a problem',
    description: 'Opens an issue for what a colleague writes into a form.',
    triggerConfig: {
      type: 'manual',
      manual: {
        fields: [
          { name: 'title', label: 'What is wrong?', required: true },
          {
            name: 'severity',
            label: 'How bad is it?',
            type: 'choice',
            choices: ['low', 'high'],
            default: 'low',
          },
          { name: 'since', label: 'Since when?', type: 'date' },
          { name: 'blocks_work', label: 'It keeps me from working', type: 'boolean' },
        ],
      },
    },
    apiCalls: [
      {
        id: 'report',
        name: 'Open issue',
        order: 1,
        method: 'POST',
        url: `${sampleApi.url}/issues`,
        body: '{\n  "title": "{{title}}",\n  "labels": ["{{severity}}"],\n  "since": "{{since}}",\n  "blocking": {{blocks_work}}\n}',
        responseMapping: { extractFields: [{ jsonPath: '$.issue.id', saveAs: 'issue_id' }] },
      },
    ],
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
