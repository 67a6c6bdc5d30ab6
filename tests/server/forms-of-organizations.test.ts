// Two tabs: in one a form is filled in, in the other one another organization is selected. Every form of an organization's screens
// names the organization that it was drawn for, and the server refuses it, without script.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serializeOrganizationCookie } from '~/auth/organization-cookie';
import { newId } from '~/db/core/id';
import { insertMembership } from '~/db/organizations/memberships';
import { createTestUser, readCookies, signInAs } from '../support/accounts';
import { insertTestIncident } from '../support/incidents';
import { insertTestRecord } from '../support/records';
import { seedIntegration } from '../support/seed';
import { type Installation, install } from './installation';
import { listScreensWithActions } from './screens-with-actions';

let installation: Installation;
/** The cookies of the same person, with the organization of the form selected, and with another one. */
let own: string;
let other: string;
/** What stands for `:…` in addresses. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  installation = await install();
  const { seed } = installation;
  const { context, userId, organizationId } = seed;
  const { organizationId: otherId } = await createTestUser(context);
  await insertMembership(context.db, { userId, organizationId: otherId, role: 'OWNER', now: context.now() });
  const member = await createTestUser(context, { organizationId, role: 'MEMBER' });
  await insertMembership(context.db, {
    userId: member.user.id,
    organizationId: otherId,
    role: 'MEMBER',
    now: context.now(),
  });
  const session = await signInAs(context, userId);
  const select = async (id: string) =>
    `${session}; ${readCookies([await serializeOrganizationCookie(context.config, id)])}`;
  [own, other] = [await select(organizationId), await select(otherId)];
  Object.assign(ids, {
    integration: await seedIntegration(seed, { name: 'Orders', isActive: false }),
    member: member.user.id,
    value: await add('values', { name: 'shop_url', value: 'https://shop.example.com', format: 'text' }),
    connection: await add('connections', {
      name: 'Shop',
      kind: 'bearer',
      config: { token: 'a-token-of-the-shop' },
      allowedHosts: ['shop.example.com'],
    }),
    channel: await add('channels', {
      name: 'Office',
      kind: 'email',
      recipients: 'owners',
      events: { failing: 1 },
    }),
  });
  await insertTestRecord(context, { organizationId, store: 'orders', key: '1042' });
  await call(`/api/organization-memberships/${organizationId}/invite-member`, {
    email: 'grace@example.com',
    role: 'MEMBER',
  });
  ids.document = await uploadFile();
  await insertTestIncident(context.db, {
    id: newId(),
    organizationId,
    integrationId: ids.integration ?? null,
  });
  const gone = await seedIntegration(seed, { name: 'Gone', isActive: false });
  const { status } = await fetch(`${installation.server.url}/api/integrations/${gone}`, {
    method: 'DELETE',
    headers: { Cookie: own, 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(status).toBe(204);
});

afterAll(() => installation.remove());

async function call(path: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(installation.server.url + path, {
    method: 'POST',
    headers: { Cookie: own, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.status, `${path}: ${text}`).toBe(201);
  return JSON.parse(text) as Record<string, string>;
}

/** Uploads an integration's file, and answers by which id it is kept. */
async function uploadFile(): Promise<string> {
  const file = {
    format: 'wicked-integration',
    version: 7,
    name: 'From a file',
    definition: { apiCalls: [{ id: 'one', order: 1, method: 'GET', url: 'https://api.example.com/' }] },
  };
  const body = new FormData();
  body.set('file', new File([JSON.stringify(file)], 'orders.json'));
  const response = await fetch(`${installation.server.url}/integration/import`, {
    method: 'POST',
    headers: { Cookie: own, 'Sec-Fetch-Site': 'same-origin' },
    body,
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return /document=(.*)/.exec(response.headers.get('Location') ?? '')?.[1] ?? '';
}

async function add(list: string, body: object): Promise<string> {
  return (await call(`/api/organizations/${installation.seed.organizationId}/${list}`, body)).id ?? '';
}

/** The routes with an action that are no screens of an organization, or whose address names an integration of it. */
const elsewhere =
  /^(?:admin|forgot-password|installation\.|integration\.\$|invitation$|log(?:in|out)|oauth\.|organization\.(?:new|switch)$|profile|resend-|reset-|restore-|signup|theme|verify-)/;

/** The others, and all their views that have a form. */
const screens: Record<string, string[]> = {
  _index: ['/', '/?delete=:integration'],
  billing: ['/?dialog=billing', '/?dialog=billing-payment', '/?dialog=billing-company'],
  'integration._index': ['/integration'],
  'integration.deleted': ['/integration/deleted'],
  'integration.import': ['/integration/import', '/integration/import?document=:document'],
  'integration.select': ['/integration/select'],
  'organization.settings._index': ['/organization/settings', '/organization/settings?edit'],
  'organization.settings.alerts.$channelId': [
    '/organization/settings/alerts/:channel',
    '/organization/settings/alerts/:channel?delete',
  ],
  'organization.settings.alerts._index': ['/organization/settings/alerts'],
  'organization.settings.alerts.new': ['/organization/settings/alerts/new?kind=email'],
  'organization.settings.connections.$connectionId': [
    '/organization/settings/connections/:connection',
    '/organization/settings/connections/:connection?delete',
  ],
  'organization.settings.connections.new': [
    '/organization/settings/connections/new?kind=bearer',
    '/organization/settings/connections/new?kind=oauth2_client_credentials',
  ],
  'organization.settings.data': ['/organization/settings/data'],
  'organization.settings.members': [
    '/organization/settings/members',
    '/organization/settings/members?remove=:member',
    '/organization/settings/members?role=ADMIN&member=:member',
  ],
  'organization.settings.stores.$storeName.record': [
    '/organization/settings/stores/orders/record?key=1042',
    '/organization/settings/stores/orders/record?key=1042&delete',
  ],
  'organization.settings.stores.$storeName.records': ['/organization/settings/stores/orders/records?delete'],
  'organization.settings.stores.new': ['/organization/settings/stores/new'],
  'organization.settings.tokens': ['/organization/settings/tokens'],
  'organization.settings.values.$valueId': [
    '/organization/settings/values/:value',
    '/organization/settings/values/:value?delete',
  ],
  'organization.settings.values.new': ['/organization/settings/values/new'],
};

test('the list has every screen of an organization that takes a form', () => {
  const taking = listScreensWithActions().filter((route) => !elsewhere.test(route));
  expect(taking).toEqual(Object.keys(screens).toSorted());
});

/** The forms around every page, and of the person alone. */
const ofPerson = /^\/(?:organization\/switch|logout|theme|profile|early-access)(?:[?/]|$)/;

interface DrawnForm {
  action: string;
  isUpload: boolean;
  fields: [name: string, value: string][];
}

function readAttribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');
}

/** Reads the forms of a page that send something, with the fields that nobody fills in. */
function readForms(page: string, address: string): DrawnForm[] {
  const forms = page.matchAll(/(<form\b[^>]*method="post"[^>]*>)(.*?)<\/form>/gs);
  return [...forms].map(([, tag = '', content = '']) => ({
    action: readAttribute(tag, 'action') ?? address,
    isUpload: readAttribute(tag, 'encType') === 'multipart/form-data',
    fields: [...content.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
      readAttribute(input, 'name') ?? '',
      readAttribute(input, 'value') ?? '',
    ]),
  }));
}

const typedName: [name: string, value: string] = ['name', 'Typed in a former tab'];

/** Writes the fields as a browser sends them with a file, which is longer than what is read of it before its screen runs. */
function writeUpload(fields: DrawnForm['fields']): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value);
  form.set('file', new File([JSON.stringify({ note: 'x'.repeat(100_000) })], 'orders.json'));
  return form;
}

test.each(Object.values(screens).flat())(
  'every form of %s is refused in another organization',
  async (path) => {
    const { server, seed } = installation;
    const address = path.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? '');
    const opened = await fetch(server.url + address, { headers: { Cookie: own, Accept: 'text/html' } });
    expect(opened.status).toBe(200);
    const forms = readForms(await opened.text(), address).filter(({ action }) => !ofPerson.test(action));
    expect(forms).not.toEqual([]);
    for (const { action, isUpload, fields } of forms) {
      const key = fields.find(([name]) => name === 'formKey')?.[1];
      expect(key, `${action} ${JSON.stringify(fields)}`).toMatch(new RegExp(`\\.${seed.organizationId}$`));
      const sent = await fetch(new URL(action, server.url + address), {
        method: 'POST',
        headers: { Cookie: other, 'Sec-Fetch-Site': 'same-origin', Referer: server.url + address },
        body: isUpload ? writeUpload(fields) : new URLSearchParams([...fields, typedName]),
        redirect: 'manual',
      });
      const page = await sent.text();
      const to = sent.headers.get('Location') ?? '';
      if (path.startsWith('/integration/import')) {
        // What may hold any secret is not kept.
        expect([sent.status, to]).toEqual([302, expect.stringMatching(/^\/unsent\?returnTo=/)]);
        continue;
      }
      const isNaming = path === '/integration';
      const kept = isNaming ? [403, ''] : [302, expect.stringMatching(/^\/unsent\?kept=/)];
      expect([sent.status, to], action).toEqual(kept);
      const answer = isNaming
        ? page
        : await (await fetch(server.url + to, { headers: { Cookie: other, Accept: 'text/html' } })).text();
      expect(answer).toContain('is selected now, but');
      expect(answer).toContain('Typed in a former tab');
    }
  },
);
