import { describe, expect, test } from 'vitest';
import {
  authenticateApi,
  redirectSignedIn,
  requireMembership,
  requirePermission,
  requireUser,
} from '~/auth/guards';
import { takeToast } from '~/auth/toast-cookie';
import { serializeOrganizationCookie } from '~/auth/organization-cookie';
import { newId } from '~/db/core/id';
import { insertMembership } from '~/db/organizations/memberships';
import { createTestUser, readCookies, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';

function createRequest(headers: Record<string, string> = {}) {
  return new Request('http://localhost:3000/integration', { headers });
}

async function catchResponse(work: Promise<unknown>): Promise<Response> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Response)) throw new Error('No response was thrown', { cause: thrown });
  return thrown;
}

const opening = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', Accept: 'text/html,*/*;q=0.8' };
const ours = 'http://localhost:3000/organization/settings/members?after=a';

test.each([
  ['manage-connections', 'Ask an owner or an admin.'],
  ['delete-organization', 'Ask an owner.'],
] as const)('a member who may not %s is told: %s', async (permission, whom) => {
  const context = await createTestContext();
  const { user } = await createTestUser(context, { role: 'MEMBER' });
  const request = createRequest({ Cookie: await signInAs(context, user.id) });
  const response = await catchResponse(requirePermission(context, request, permission));
  expect(response.headers.get('Location')).toBe('/organization/settings');
  const next = createRequest({ Cookie: readCookies(response.headers.getSetCookie()) });
  expect((await takeToast(context, next)).toast).toMatchObject({
    tone: 'destructive',
    description: `You don't have permission to do this. ${whom}`,
    durationMs: 6000,
  });
});

describe('a protected screen', () => {
  test.each([
    ['that a browser opens', {}, 'GET', '/login?returnTo=%2Fintegration%3Fcall%3D1'],
    [
      'whose data script reads',
      { 'Sec-Fetch-Dest': 'empty', Accept: '*/*', Referer: ours },
      'GET',
      '/login?returnTo=%2Forganization%2Fsettings%2Fmembers%3Fafter%3Da',
    ],
    [
      'to which a form is sent',
      { Referer: ours },
      'POST',
      '/login?returnTo=%2Forganization%2Fsettings%2Fmembers%3Fafter%3Da',
    ],
    ['to which another site sends', { Referer: 'https://evil.example/x' }, 'POST', '/login'],
  ])('%s is where a guest comes back to', async (_, headers, method, location) => {
    const context = await createTestContext();
    const request = new Request('http://localhost:3000/integration?call=1', {
      method,
      headers: { ...opening, ...headers },
    });
    const response = await catchResponse(requireUser(context, request));
    expect(response.headers.get('Location')).toBe(location);
  });

  test('is where a user comes back to whose session is over', async () => {
    const context = await createTestContext();
    const { user } = await createTestUser(context);
    const cookie = await signInAs(context, user.id);
    context.clock.advance(25 * 60 * 60_000);
    const response = await catchResponse(requireUser(context, createRequest({ ...opening, Cookie: cookie })));
    expect(response.headers.get('Location')).toBe('/session-expired?returnTo=%2Fintegration');
  });

  test('sends a guest to the login', async () => {
    const context = await createTestContext();
    const response = await catchResponse(requireUser(context, createRequest()));
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toBe('/login');
  });

  test('says that a session is over and leaves its cookie, by which forms are kept for their user', async () => {
    const context = await createTestContext();
    const { user } = await createTestUser(context);
    const cookie = await signInAs(context, user.id);
    context.clock.advance(25 * 60 * 60_000);
    const response = await catchResponse(requireUser(context, createRequest({ Cookie: cookie })));
    expect(response.headers.get('Location')).toBe('/session-expired');
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^toast=/)]);
  });

  test('sends a user whose email is not verified to the page that says so', async () => {
    const context = await createTestContext();
    const { user } = await createTestUser(context, { verified: false });
    const request = createRequest({ Cookie: await signInAs(context, user.id) });
    const response = await catchResponse(requireUser(context, request));
    expect(response.headers.get('Location')).toBe('/email-not-verified');
  });

  test('knows the user', async () => {
    const context = await createTestContext();
    const { user } = await createTestUser(context);
    const request = createRequest({ Cookie: await signInAs(context, user.id) });
    await expect(requireUser(context, request)).resolves.toEqual(user);
  });
});

async function createMember() {
  const context = await createTestContext();
  const { user, organizationId: first } = await createTestUser(context);
  const { organizationId: second } = await createTestUser(context);
  const { organizationId: foreign } = await createTestUser(context);
  context.clock.advance(1);
  await insertMembership(context.db, {
    userId: user.id,
    organizationId: second,
    role: 'MEMBER',
    now: context.now(),
  });
  const session = await signInAs(context, user.id);
  const select = async (organizationId?: string, method = 'GET') => {
    const selection =
      organizationId && readCookies([await serializeOrganizationCookie(context.config, organizationId)]);
    const Cookie = selection ? `${session}; ${selection}` : session;
    const headers = { Cookie };
    return requireMembership(context, new Request('http://localhost:3000/integration', { method, headers }));
  };
  return { context, first, second, foreign, select };
}

describe('the organization one looks at', () => {
  test('is the first one when none is selected', async () => {
    const { first, second, select } = await createMember();
    const { membership, memberships } = await select();
    expect(membership).toMatchObject({ organizationId: first, role: 'OWNER' });
    expect(memberships.map((each) => each.organizationId)).toEqual([first, second]);
  });

  test('is the selected one', async () => {
    const { second, select } = await createMember();
    expect((await select(second)).membership).toMatchObject({ organizationId: second, role: 'MEMBER' });
  });

  test('is never one that the user does not belong to', async () => {
    const { first, foreign, select } = await createMember();
    expect((await select(foreign)).membership.organizationId).toBe(first);
    expect((await select(newId())).membership.organizationId).toBe(first);
  });

  test('takes no form of one that the user no longer belongs to', async () => {
    const { context, first, second, foreign, select } = await createMember();
    expect((await select(first, 'POST')).membership.organizationId).toBe(first);
    expect((await select(second, 'POST')).membership.organizationId).toBe(second);
    expect((await select(undefined, 'POST')).membership.organizationId).toBe(first);
    const response = await catchResponse(select(foreign, 'POST'));
    expect(response.headers.get('Location')).toBe('/');
    const next = createRequest({ Cookie: readCookies(response.headers.getSetCookie()) });
    expect((await takeToast(context, next)).toast).toMatchObject({
      tone: 'destructive',
      description: 'You no longer belong to the organization of that form. Nothing was changed.',
    });
  });

  test('is missing for a user who belongs to none', async () => {
    const context = await createTestContext();
    const { user } = await createTestUser(context);
    await context.db.run(context.db.build.deleteFrom('memberships'));
    const request = createRequest({ Cookie: await signInAs(context, user.id) });
    expect((await catchResponse(requireMembership(context, request))).status).toBe(403);
  });
});

describe('a screen for guests', () => {
  test('lets guests in', async () => {
    const context = await createTestContext();
    await expect(redirectSignedIn(context, createRequest())).resolves.toBeUndefined();
  });

  test.each([
    [true, '/'],
    [false, '/email-not-verified'],
  ])('sends a signed-in person on (verified: %s)', async (verified, location) => {
    const context = await createTestContext();
    const { user } = await createTestUser(context, { verified });
    const request = createRequest({ Cookie: await signInAs(context, user.id) });
    expect((await catchResponse(redirectSignedIn(context, request))).headers.get('Location')).toBe(location);
  });

  test('sends a signed-in person back to where they came from', async () => {
    const context = await createTestContext();
    const { user } = await createTestUser(context);
    const request = new Request('http://localhost:3000/login?returnTo=%2Fintegration%2F1', {
      headers: { Cookie: await signInAs(context, user.id) },
    });
    const response = await catchResponse(redirectSignedIn(context, request));
    expect(response.headers.get('Location')).toBe('/integration/1');
  });
});

describe('a caller of the API', () => {
  test('is asked to authenticate when nothing was sent', async () => {
    const context = await createTestContext();
    await expect(authenticateApi(context, createRequest())).resolves.toEqual({ kind: 'unauthenticated' });
  });

  test.each<Record<string, string>>([
    { Cookie: 'session_token=bm9ib2R5' },
    { Authorization: 'Bearer wk_nobody' },
  ])('is told that what was sent is not good: %j', async (headers) => {
    const context = await createTestContext();
    await expect(authenticateApi(context, createRequest(headers))).resolves.toEqual({
      kind: 'invalid-token',
    });
  });

  test('is rejected until the email is verified', async () => {
    const context = await createTestContext();
    const { user } = await createTestUser(context, { verified: false });
    const request = createRequest({ Cookie: await signInAs(context, user.id) });
    await expect(authenticateApi(context, request)).resolves.toEqual({ kind: 'unverified-email' });
  });

  test('is known by the session', async () => {
    const context = await createTestContext();
    const { user } = await createTestUser(context);
    const request = createRequest({ Cookie: await signInAs(context, user.id) });
    await expect(authenticateApi(context, request)).resolves.toEqual({ kind: 'caller', user });
  });
});
