// Forms that people without an account fill in, at an address that nobody can guess.
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createStrangerBytes } from '~/services/limits/stranger-bytes';
import { createTestUser, signInAs } from '../support/accounts';
import { type Owner, signInOwner } from './integrations/owner';
import { connection, createWholeApp } from './whole-app';

let { context, ask, create } = {} as Owner;
let id: string;
let path: string;

const fields = [
  { name: 'email', label: 'Your <email>', description: 'We answer there.', required: true },
  { name: 'size', type: 'choice', choices: ['small', 'two  words'] },
  { name: 'news', type: 'boolean', default: 'true' },
  { name: 'letter', label: 'Letter', type: 'file', accept: '.pdf' },
];

const application = {
  name: 'Secret name',
  isActive: true,
  triggerConfig: { type: 'manual', manual: { fields } },
  apiCalls: [{ order: 1, name: 'Store', method: 'GET', url: 'https://a.example/{{email}}' }],
};

beforeEach(async () => {
  ({ context, ask, create } = await signInOwner());
  id = await create(application);
  const texts = { title: 'Apply', description: 'For <b>all</b>', thanks: 'We call you.\nSoon.' };
  const { body } = await ask('PUT', `/${id}/public-form`, texts);
  path = new URL(body.url).pathname;
});

function visit(at = path, init: RequestInit = {}) {
  return createWholeApp(context).request(at, init, connection);
}

type Values = Record<string, string | File>;

async function send(values: Values, at = path) {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  const request = new Request('http://localhost', { method: 'POST', body });
  return visit(at, { method: 'POST', body: await request.arrayBuffer(), headers: request.headers });
}

async function readKey(): Promise<string> {
  return /name="formKey" value="([^"]+)"/.exec(await (await visit()).text())?.[1] ?? '';
}

/** Reads what a page says of the fields that it was drawn with. */
function readFields(page: string): string {
  return /name="formFields" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

/** Deploys the form with another field in the place of the first. */
function renameField() {
  const [email, ...others] = fields;
  return ask('PATCH', `/${id}`, {
    triggerConfig: { type: 'manual', manual: { fields: [{ ...email, name: 'mail' }, ...others] } },
    apiCalls: [{ order: 1, name: 'Store', method: 'GET', url: 'https://a.example/{{mail}}' }],
    isActive: true,
  });
}

async function listRuns(): Promise<{ id: string; triggerData: unknown }[]> {
  return (await ask('GET', `/${id}/executions`)).body;
}

describe('the page', () => {
  it('shows the form and nothing of its integration, runs no script, and is kept by nobody', async () => {
    const response = await visit();
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('Your &lt;email&gt;');
    expect(page).toContain('For &lt;b&gt;all&lt;/b&gt;');
    for (const hidden of ['<script', 'Secret name', id, 'Analytical']) expect(page).not.toContain(hidden);
    expect(page).toMatch(/type="checkbox"\s+value="true"\s+checked/);
    expect(page).toMatch(/<option value="two {2}words"/);
    const { headers } = response;
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Set-Cookie')).toBeNull();
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  test.each([
    ['an unknown address', () => '/forms/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['the integration itself', () => `/forms/${id}`],
    ['nothing', () => '/forms'],
  ])('is not found at %s', async (_place, find) => {
    const response = await visit(find());
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining('No form is here'),
    ]);
  });

  it('says that the form is closed while nothing is deployed, or the deployed version has no form', async () => {
    await ask('PATCH', `/${id}`, { isActive: false });
    for (const response of [await visit(), await send({ 'triggerData.email': 'a' })]) {
      expect([response.status, await response.text()]).toEqual([
        503,
        expect.stringContaining('This form is closed at the moment.'),
      ]);
    }
    await ask('PATCH', `/${id}`, { isActive: true });
    expect((await visit()).status).toBe(200);
    const { version } = (await ask('GET', `/${id}`)).body;
    const apiCalls = [{ ...application.apiCalls[0], id: 'store', url: 'https://a.example/' }];
    await ask('PATCH', `/${id}`, { version, triggerConfig: { type: 'manual' }, apiCalls });
    expect((await visit()).status).toBe(503);
    expect(await listRuns()).toEqual([]);
  });
});

describe('a form that is sent', () => {
  const letter = new File(['%PDF'], 'Brief.pdf', { type: 'application/pdf' });

  it('starts an execution with its values and its file, and thanks on another page', async () => {
    const response = await send({
      formKey: await readKey(),
      'triggerData.email': 'ada@example.com',
      'triggerData.size': 'two  words',
      'triggerData.letter': letter,
    });
    expect([response.status, response.headers.get('Location')]).toEqual([303, `${path}/sent`]);
    const page = await (await visit(`${path}/sent`)).text();
    expect(page).toContain('We call you.\nSoon.');
    const [run, ...others] = await listRuns();
    expect(others).toEqual([]);
    expect((await ask('GET', `/${id}/executions/${run?.id}`)).body).toMatchObject({
      triggerType: 'public_form',
      triggerData: {
        email: 'ada@example.com',
        size: 'two  words',
        news: false,
        letter: { filename: 'Brief.pdf', contentType: 'application/pdf', size: 4 },
      },
    });
  });

  it('starts an execution that is listed apart from those that members start', async () => {
    await send({ formKey: await readKey(), 'triggerData.email': 'ada@example.com' });
    const data = { triggerData: { email: 'bea@example.com' } };
    const byMember = (await ask('POST', `/${id}/run`, data)).body.executionId;
    const [first, second] = await listRuns();
    const byStranger = first?.id === byMember ? second?.id : first?.id;
    for (const [trigger, found] of [
      ['public_form', byStranger],
      ['manual', byMember],
    ]) {
      const { body } = await ask('GET', `/${id}/executions?trigger=${trigger}`);
      expect(body).toMatchObject([{ id: found, triggerType: trigger }]);
    }
  });

  it('starts one execution when it is sent twice, and another with other words', async () => {
    const formKey = await readKey();
    const values = { formKey, 'triggerData.email': 'ada@example.com', 'triggerData.letter': letter };
    expect((await send(values)).status).toBe(303);
    expect((await send(values)).status).toBe(303);
    expect(await listRuns()).toHaveLength(1);
    const other = new File(['%PDX'], 'Brief.pdf', { type: 'application/pdf' });
    await send({ ...values, 'triggerData.letter': other });
    expect(await listRuns()).toHaveLength(2);
  });

  it('is sent when it was stored before, whatever keeps new ones away', async () => {
    await ask('PATCH', `/${id}`, { deliveriesPerSecond: 1 });
    const formFields = readFields(await (await visit()).text());
    const values = { formKey: await readKey(), formFields, 'triggerData.email': 'ada@example.com' };
    const sent: number[] = [];
    for (let count = 0; count < 4; count += 1) sent.push((await send(values)).status);
    await renameField();
    sent.push((await send(values)).status);
    await ask('PATCH', `/${id}`, { isActive: false });
    sent.push((await send(values)).status);
    expect(sent).toEqual([303, 303, 303, 303, 303, 303]);
  });

  it('comes back with what was typed when it was closed since it was opened', async () => {
    const formFields = readFields(await (await visit()).text());
    const values = { formFields, 'triggerData.email': 'ada@example.com', 'triggerData.size': 'small' };
    await ask('PATCH', `/${id}`, { isActive: false });
    const response = await send(values);
    const page = await response.text();
    expect(response.status).toBe(503);
    expect(page).toContain('This form is closed at the moment. Please try again later.');
    expect(page).toMatch(/value="small" (?:checked|selected)/);
    expect(await listRuns()).toEqual([]);
    await ask('PATCH', `/${id}`, { isActive: true });
    expect((await send({ ...values, formFields: readFields(page) })).status).toBe(303);
  });

  it('shows no field of a closed form that it was not drawn with', async () => {
    const formFields = readFields(await (await visit()).text());
    await renameField();
    await ask('PATCH', `/${id}`, { isActive: false });
    const others: Values[] = [{}, { formFields }];
    for (const values of others) {
      const response = await send({ ...values, 'triggerData.email': 'ada@example.com' });
      expect([response.status, await response.text()]).toEqual([
        503,
        expect.not.stringContaining('triggerData.'),
      ]);
    }
  });

  it('comes back with what was typed when its fields have changed since it was opened', async () => {
    const formFields = readFields(await (await visit()).text());
    const values = { formFields, 'triggerData.email': 'ada@example.com', 'triggerData.size': 'small' };
    await renameField();
    const response = await send(values);
    expect(response.status).toBe(409);
    const page = await response.text();
    expect(page).toContain('The form has changed since you opened it. Please check it and send it again.');
    expect(page).toMatch(/value="small" (?:checked|selected)/);
    expect(await listRuns()).toEqual([]);
    const present = readFields(page);
    expect(present).not.toBe(formFields);
    expect((await send({ formFields: present, 'triggerData.mail': 'ada@example.com' })).status).toBe(303);
  });

  it('comes back with what was typed, and says what is wrong', async () => {
    const response = await send({
      'triggerData.email': ' ',
      'triggerData.size': '"><b>',
      'triggerData.letter': new File(['x'], 'a.exe'),
    });
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toContain('“Your &lt;email&gt;” is required');
    expect(page).toContain('“size” must be small or two  words');
    expect(page).toContain('The type of “Letter” must be .pdf');
    expect(page).toContain('Please choose the file again');
    expect(page).toContain('Go to the first of 3 fields');
    expect(page).not.toContain('<b>');
    expect(await listRuns()).toEqual([]);
  });

  it('keeps what was typed when its file is too large', async () => {
    const large = new File([new Uint8Array(5 * 1024 * 1024)], 'a.pdf');
    const response = await send({ 'triggerData.letter': large, 'triggerData.email': 'ada@example.com' });
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toContain('The file may have at most 1 MiB');
    expect(page).toContain('value="ada@example.com"');
  });

  it('shows no more of a text again than twice what its field may have', async () => {
    const long = '"'.repeat(1_000_000);
    const response = await send({ formKey: long, 'triggerData.email': long, 'triggerData.size': long });
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toContain('“Your &lt;email&gt;” must be 1000 characters or less');
    expect(page).toContain(`value="${'&quot;'.repeat(2_000)}"`);
    expect(page.length).toBeLessThan(20_000);
  });

  it('is refused when it is no form of a page', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await visit(path, { method: 'POST', body: '{}', headers })).status).toBe(415);
    expect((await visit(path, { method: 'PUT' })).status).toBe(405);
  });

  it('is limited like the deliveries of its integration', async () => {
    await ask('PATCH', `/${id}`, { deliveriesPerSecond: 1 });
    for (const email of ['a', 'b']) expect((await send({ 'triggerData.email': email })).status).toBe(303);
    const response = await send({ 'triggerData.email': 'c@example.com' });
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '1']);
    const page = await response.text();
    expect(page).toContain('Too many forms were sent. Please wait for 1 second and send yours again.');
    expect(page).toContain('value="c@example.com"');
  });

  it('is limited by what it brings, too', async () => {
    Object.assign(context.limits, { strangerBytes: createStrangerBytes(100_000) });
    const large = new File(['x'.repeat(30_000)], 'Brief.pdf', { type: 'application/pdf' });
    const values = { 'triggerData.email': 'a@example.com', 'triggerData.letter': large };
    expect((await send(values)).status).toBe(303);
    const response = await send({ ...values, 'triggerData.email': 'b@example.com' });
    expect([response.status, Number(response.headers.get('Retry-After'))]).toEqual([429, expect.any(Number)]);
    expect(await response.text()).toContain('value="b@example.com"');
    expect(await listRuns()).toHaveLength(1);
    // The members read that a form is missing, and nothing of what it held.
    const reason =
      'The public form brought as much as strangers may store in a day, or one network half of it.';
    expect((await ask('GET', `/${id}/deliveries`)).body).toMatchObject([
      { outcome: { kind: 'refused', status: 429 }, reason },
    ]);
  });

  it('is limited by the network it comes from', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 62; count += 1) statuses.push((await visit(`${path}x`)).status);
    expect(statuses.at(0)).toBe(404);
    expect(statuses.at(-1)).toBe(429);
  });

  it('comes back beyond the limit of its network also when it was closed since it was opened', async () => {
    const formFields = readFields(await (await visit()).text());
    await ask('PATCH', `/${id}`, { isActive: false });
    for (let count = 0; count < 60; count += 1) await visit(`${path}x`);
    const typed = { 'triggerData.email': 'ada@example.com' };
    const pages = [await send({ ...typed, formFields }), await send(typed)];
    expect(pages.map(({ status }) => status)).toEqual([429, 429]);
    const [own, other] = await Promise.all(pages.map((page) => page.text()));
    expect(own).toContain('value="ada@example.com"');
    expect(other).not.toContain('triggerData.');
  });

  it('comes back with what was typed beyond the limit of its network, as often as that is cheap', async () => {
    for (let count = 0; count < 60; count += 1) await visit(`${path}x`);
    const opened = await visit();
    expect([opened.status, await opened.text()]).toEqual([
      429,
      expect.stringContaining(
        'Too many forms came from your network. Please wait for 1 second and try again.',
      ),
    ]);
    const typed = { formKey: 'k', 'triggerData.email': 'ada@example.com', 'triggerData.letter': letter };
    const response = await send(typed);
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '1']);
    const page = await response.text();
    expect(page).toContain('Too many forms were sent. Please wait for 1 second and send yours again.');
    for (const kept of ['value="ada@example.com"', 'value="k"', 'Please choose the file again'])
      expect(page).toContain(kept);
    expect((await send({ 'triggerData.email': 'x'.repeat(5 * 1024 * 1024) })).status).toBe(429);
    expect(await (await send(typed, `${path}x`)).text()).toContain('Too many at once');
    const pages: string[] = [];
    for (let count = 0; count < 20; count += 1) pages.push(await (await send(typed)).text());
    expect(pages.at(-1)).toContain('Too many at once');
    expect(await listRuns()).toEqual([]);
  });
});

describe('its settings', () => {
  it('are off at first, and keep address and texts while it is off', async () => {
    const other = await create({ ...application, name: 'Other' });
    const off = { isOn: false, url: null, title: 'Other', description: '', thanks: '' };
    expect((await ask('GET', `/${other}/public-form`)).body).toEqual(off);
    expect((await ask('DELETE', `/${id}/public-form`)).status).toBe(204);
    expect((await visit()).status).toBe(404);
    const { body } = await ask('PUT', `/${id}/public-form`, { title: 'Again' });
    expect(new URL(body.url).pathname).toBe(path);
  });

  it('end the former address with a new one', async () => {
    const { body } = await ask('POST', `/${id}/public-form/new-address`);
    expect((await visit()).status).toBe(404);
    expect((await visit(new URL(body.url).pathname)).status).toBe(200);
  });

  it('are bounded, and written to the audit log without the address', async () => {
    const wrong = await ask('PUT', `/${id}/public-form`, { title: ' ', thanks: 'x'.repeat(501) });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['title', 'thanks']]);
    await ask('POST', `/${id}/public-form/new-address`);
    await ask('DELETE', `/${id}/public-form`);
    const query = context.db.build.selectFrom('audit').select(['kind', 'detail']).orderBy('id');
    const entries = (await context.db.all(query)).filter(({ kind }) => kind.startsWith('public-form'));
    expect(entries).toEqual([
      { kind: 'public-form-changed', detail: 'on' },
      { kind: 'public-form-moved', detail: null },
      { kind: 'public-form-changed', detail: 'off' },
    ]);
  });

  it('are nothing to a stranger, and end with the integration', async () => {
    const stranger = await createTestUser(context, { email: 'eve@example.com' });
    const as = await signInAs(context, stranger.user.id);
    expect((await ask('GET', `/${id}/public-form`, undefined, as)).status).toBe(404);
    expect((await ask('PUT', `/${id}/public-form`, { title: 'Mine' }, as)).status).toBe(404);
    await ask('DELETE', `/${id}`);
    expect((await visit()).status).toBe(404);
  });
});
