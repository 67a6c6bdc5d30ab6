// One table of every JSON call and every screen and who is answered what. A new one without a row fails.
import type { ActionFunction, LoaderFunction } from '@remix-run/node';
import { afterAll, describe, expect, test } from 'vitest';
import { serializeProof } from '~/auth/login/proof-cookie';
import { readSessionToken } from '~/auth/session';
import type { AppContext } from '~/context';
import { readCookies } from '../support/accounts';
import { createTestContext } from '../support/context';
import {
  type Answer,
  closeHouse,
  createHouse,
  describeAnswer,
  everybody,
  type House,
  type Who,
} from './role-setup';
import { type Answers, calls, documentVisits, type Form, screens, uploads } from './role-table';
import { type CheckedApp, createCheckedApp } from './checked-app';
import { createWholeApp } from './whole-app';

interface RouteModule {
  loader?: LoaderFunction;
  action?: ActionFunction;
}

const routes = import.meta.glob<RouteModule>(['/app/routes/*.{ts,tsx}', '/app/routes/*/route.{ts,tsx}'], {
  eager: true,
});

function nameOf(file: string): string {
  return file.replace('/app/routes/', '').replace(/(\/route)?\.tsx?$/, '');
}

const modules = new Map(Object.entries(routes).map(([file, module]) => [nameOf(file), module]));

afterAll(closeHouse);

describe('the table', () => {
  test('has a row for every JSON call', async () => {
    const app = createWholeApp(await createTestContext());
    const mounted = app.routes.filter(({ method }) => method !== 'ALL');
    // What stands before a route's handler is mounted under its name, too.
    const names = new Set(mounted.map(({ method, path }) => `${method} ${path}`));
    expect(Object.keys(calls).toSorted()).toEqual([...names].toSorted());
  });

  test('has a row for every screen, and for all it takes', () => {
    const rows = Object.entries(screens).map(([name, { opened, sent }]) => [name, !!opened, !!sent]);
    const found = [...modules].map(([name, { loader, action }]) => [name, !!loader, !!action]);
    expect(rows.toSorted()).toEqual(found.toSorted());
  });
});

describe.each(Object.keys(calls))('%s', (name) => {
  const { answers, ...sent } = calls[name]!;
  test.each(everybody.map((who, at) => [who, answers[at]] as const))('as %s: %s', async (who, answer) => {
    const house = await createHouse();
    expect(await call(house, who, name, sent)).toBe(answer);
  });
});

let asked: AppContext;
let shared: CheckedApp | undefined;

/** One app for all rows, with what the house has that is asked: to make it takes longer than what is asked of it. */
function askOf(context: AppContext): CheckedApp {
  asked = context;
  shared ??= createCheckedApp(lend(context));
  return shared;
}

/** A context whose parts are those of the house that is asked. Its clock stands still, which is the same in all. */
function lend(context: AppContext): AppContext {
  const lent = { ...context };
  for (const [name, part] of Object.entries(context)) {
    if (typeof part !== 'object') continue;
    const get = (_part: object, key: string) => Reflect.get(Reflect.get(asked, name), key);
    Reflect.set(lent, name, new Proxy(part, { get }));
  }
  return lent;
}

async function call(
  { context, cookies, fill }: House,
  who: Who,
  name: string,
  { path, body, isProven }: Omit<(typeof calls)[string], 'answers'>,
): Promise<number> {
  const [method, mounted] = name.split(' ') as [string, string];
  const address = fill(path ?? mounted.replace(':id', ':integration').replace(':executionId', ':execution'));
  const cookie = isProven ? await addProof(context, cookies[who]) : cookies[who];
  const headers = new Headers({ Cookie: cookie, Origin: context.config.appUrl });
  if (body) headers.set('Content-Type', 'application/json');
  const init = { method, headers, body: body && fill(JSON.stringify(body)) };
  const response = await askOf(context).request(address, init);
  await response.body?.cancel();
  return response.status;
}

async function addProof({ config, now }: AppContext, cookie: string): Promise<string> {
  const token = await readSessionToken(config, new Request(config.appUrl, { headers: { Cookie: cookie } }));
  return token === undefined
    ? cookie
    : `${cookie}; ${readCookies([await serializeProof(config, token, now())])}`;
}

const visits = Object.entries(screens).flatMap(([name, { opened, sent, path, params }]) => {
  const { loader, action } = modules.get(name) ?? {};
  const asEverybody = (access: string, run: typeof loader, answers: Answers | undefined, form?: Form) =>
    (answers ?? []).map((answer, at) => ({
      name,
      access,
      who: everybody[at]!,
      answer,
      run,
      form,
      path,
      params,
    }));
  return asEverybody('opened', loader, opened).concat(asEverybody('sent', action, sent?.answers, sent?.form));
});

test.each(visits)(
  '$name $access as $who: $answer',
  async ({ who, answer, run, form, path = '/', params }) => {
    const house = await createHouse();
    expect(await visit(house, who, { run, path, params, form })).toBe(fillAnswer(house, answer));
  },
);

describe('an owner without the second factor that their organization asks for', () => {
  /** What belongs to no organization, or to the installation. */
  const open = new Set(
    [
      '$, admin, admin_.alerts.$channelId, admin_.alerts.new, changelog, docs.$name, docs._index, email-not-verified',
      'forgot-password, installation.resume, invitation, login, login_.code, login_.passkey, login_.sso',
      'login_.sso_.callback, login_.sso_.code, logout, oauth.callback, organization.new, organization.switch, profile',
      'profile_.email, profile_.passkeys, profile_.proof, profile_.proof_.passkey, profile_.single-sign-on, profile_.two-factor, resend-email-verification, reset-password, restore-email, signup, theme, unsent, verify-email',
    ].flatMap((line) => line.split(', ')),
  );
  const ofOwner = visits.filter(({ who, name }) => who === 'owner' && !open.has(name));
  test.each(ofOwner)('is led from $name, $access, to where it is turned on', async (row) => {
    const house = await createHouse();
    const { run, form, path = '/', params } = row;
    const { db } = house.context;
    await db.run(db.build.updateTable('organizations').set({ requires_second_factor: 1 }));
    await db.run(db.build.updateTable('users').set({ password_hash: 'a hash' }));
    expect(await visit(house, 'owner', { run, path, params, form })).toBe('/profile/two-factor');
  });
});

describe('with a document', () => {
  const uploaded = Object.entries(uploads).flatMap(([route, { answers }]) =>
    everybody.map((who, at) => ({ route, who, answer: answers[at]! })),
  );
  test.each(uploaded)('$route uploaded as $who: $answer', async ({ route, who, answer }) => {
    const house = await createHouse();
    const answered = describeAnswer(house.context, () => upload(house, who, route));
    expect(await answered).toBe(fillAnswer(house, answer));
  });

  const allVisits = documentVisits.flatMap((row) =>
    everybody.map((who, at) => ({ row, route: row.route, who, answer: row.answers[at]! })),
  );
  test.each(allVisits)('$route of $row.by $row.access as $who: $answer', async ({ row, who, answer }) => {
    const { route, by, access, form } = row;
    const house = await createHouse();
    const response = await upload(house, by === 'member' ? 'member' : who, route).catch(readThrown);
    const address = new URL(response.headers.get('Location') ?? '/', house.context.config.appUrl);
    const keptId = address.searchParams.get('document') ?? '';
    const fill = (text: string) => house.fill(text).replace(':document', keptId);
    const { loader, action } = modules.get(route) ?? {};
    const seen = await visit({ ...house, fill }, who, {
      run: access === 'sent' ? action : loader,
      path: '/?document=:document',
      params: { integrationId: ':integration' },
      form,
    });
    const [, made] = /^\/integration\/([^/]+)$/.exec(String(seen)) ?? [];
    const isNew = made !== undefined && made !== house.fill(':integration');
    expect(isNew ? '/integration/:new' : seen).toBe(fillAnswer(house, answer));
  });
});

interface Visit {
  run: LoaderFunction | ActionFunction | undefined;
  path: string;
  params: Form | undefined;
  /** What is sent; without it, the screen is opened. */
  form: Form | undefined;
}

async function visit(house: House, who: Who, { run, path, params, form }: Visit): Promise<Answer> {
  const { context, fill } = house;
  const fillAll = (values: Form) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value)]));
  const args = ask(house, who, {
    path,
    params: fillAll(params ?? {}),
    body: form && new URLSearchParams(fillAll(form)),
  });
  return describeAnswer(context, async () => run?.(args));
}

/** Sends the document of a screen of imports as the browser does; what it leads to says where it is kept. */
async function upload(house: House, who: Who, route: string): Promise<Response> {
  const body = new FormData();
  body.set('file', new File([uploads[route]?.text ?? ''], 'document'));
  const params = { integrationId: house.fill(':integration') };
  const answer = await modules.get(route)?.action?.(ask(house, who, { path: '/', params, body }));
  if (answer instanceof Response) return answer;
  throw new Error('the document was not kept');
}

function readThrown(thrown: unknown): Response {
  if (thrown instanceof Response) return thrown;
  throw thrown;
}

/** What a loader or an action is called with. */
function ask(
  { context, cookies, fill }: House,
  who: Who,
  { path, params, body }: { path: string; params: Form; body: URLSearchParams | FormData | undefined },
) {
  const request = new Request(context.config.appUrl + fill(path), {
    method: body ? 'POST' : 'GET',
    headers: { Cookie: cookies[who] },
    body,
  });
  return { request, params, context: { app: context, nonce: '', address: '192.0.2.1' } };
}

function fillAnswer({ fill }: House, answer: Answer): Answer {
  return typeof answer === 'string' ? fill(answer) : answer;
}
