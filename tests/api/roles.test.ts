// One table of every JSON call and every screen and who is answered what. A new one without a row fails.
import { afterAll, describe, expect, test } from 'vitest';
import { createTestContext } from '../support/context';
import { closeHouse, createHouse, describeAnswer, everybody, type House, type Who } from './role-setup';
import { type Answers, calls, documentVisits, type Form, screens, uploads } from './role-table';
import { ask, call, fillAnswer, modules, visit } from './role-visits';
import { createWholeApp } from './whole-app';

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
      'profile_.email, profile_.passkeys, profile_.proof, profile_.proof_.passkey, profile_.single-sign-on, profile_.two-factor, resend-email-verification, reset-password, restore-email, session-expired, signup, theme, unsent, verify-email',
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
