import { z } from 'zod';
import type { AppContext } from '~/context';
import { type ListedUser, listUsers } from '~/db/accounts/user-list';
import { type ListedOrganization, listOrganizations } from '~/db/organizations/organization-list';
import { OrganizationQuota } from '~/engine/definition/execution-limits';
import type { ProblemKind } from '~/problem';
import {
  type AccountAction,
  isProvenAction,
  performAccountAction,
} from '~/services/administration/account-actions';
import { changeQuota } from '~/services/administration/quotas';
import { checkAdministrator, listAdministratorIds } from '~/services/installation/administrators';
import { actorOf, guardSelected } from '../http/authorize';
import { proofProblems, readRightsProof, rightsProofText } from '../http/owner-proof';
import { type Page, pageHeaders, PageQuery, takePage } from '../http/pagination';
import { problemResponse } from '../http/problem-response';
import { forAdministrators } from './installation';
import { createApi, defineRoute, jsonBody, optionalJsonBody, pathOf } from '../openapi/route';
import { PasswordProof } from '../shapes/account';
import { InstallationOrganizationResponse, InstallationUserResponse } from '../shapes/installation';

/** A change of one account, as `POST`, `PUT` or `DELETE /users/{userId}/…`. */
interface AccountChange {
  action: AccountAction;
  method: 'post' | 'put' | 'delete';
  path: `/users/{userId}/${'verify' | 'reset-link' | 'sessions' | 'two-factor' | 'administrator'}`;
  id: string;
  summary: string;
  text: string;
  done: string;
  problems: ProblemKind[];
}

const changes: AccountChange[] = [
  {
    action: 'verify',
    method: 'post',
    path: '/users/{userId}/verify',
    id: 'verifyInstallationUser',
    summary: 'Verify the address of an account',
    text: 'For a person who receives no email.',
    done: 'They can log in.',
    problems: ['already-verified'],
  },
  {
    action: 'reset-link',
    method: 'post',
    path: '/users/{userId}/reset-link',
    id: 'mailInstallationUserResetLink',
    summary: 'Email a person a password reset link',
    text: 'It works for 20 minutes; earlier ones stop working.',
    done: 'The email is queued.',
    problems: [],
  },
  {
    action: 'end-sessions',
    method: 'delete',
    path: '/users/{userId}/sessions',
    id: 'endInstallationUserSessions',
    summary: 'Log a person out everywhere',
    text: 'They can log in again; API tokens stay valid.',
    done: 'All of their sessions have ended.',
    problems: [],
  },
  {
    action: 'remove-two-factor',
    method: 'delete',
    path: '/users/{userId}/two-factor',
    id: 'removeInstallationUserTwoFactor',
    summary: 'Remove the second factor of an account, and its passkeys',
    text: 'For a person who has lost their authenticator app, passkeys and recovery codes. They get an email.',
    done: 'They log in without a second factor.',
    problems: ['conflict'],
  },
  {
    action: 'make-administrator',
    method: 'put',
    path: '/users/{userId}/administrator',
    id: 'makeInstallationAdministrator',
    summary: 'Make an account an administrator of the installation',
    text: 'Its address has to be verified.',
    done: 'They administer the installation.',
    problems: ['conflict'],
  },
  {
    action: 'remove-administrator',
    method: 'delete',
    path: '/users/{userId}/administrator',
    id: 'removeInstallationAdministrator',
    summary: 'Remove an administrator',
    text: 'The last administrator stays one, and so does the account that `ADMIN_EMAIL` names.',
    done: 'They no longer administer the installation.',
    problems: ['conflict', 'last-administrator'],
  },
];

function ofAdministrators(context: AppContext) {
  return { tag: 'Server', access: 'member', guard: guardSelected(context) } as const;
}

/** `/api/installation/organizations` and `/users`: everybody who uses the installation. */
export function createInstallationPeopleApi(context: AppContext) {
  const { config, db } = context;
  const api = createApi();
  const ours = ofAdministrators(context);

  const organizationsRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/organizations',
    id: 'listInstallationOrganizations',
    summary: 'List all organizations',
    text: `Newest first. ${forAdministrators}`,
    isFresh: true,
    request: { query: searchBy('A part of the name.') },
    responses: {
      200: {
        description: 'The organizations.',
        schema: InstallationOrganizationResponse.array(),
        headers: pageHeaders,
      },
    },
    problems: ['forbidden'],
  });
  api.openapi(organizationsRoute, async (c) => {
    const refusal = await checkAdministrator(db, config, actorOf(c));
    if (refusal) return problemResponse(c, refusal);
    const { search, ...page } = c.req.valid('query');
    const rows = await listOrganizations(db, { ...readPage(page), search });
    return c.json(takePage(c, page, rows, ({ id }) => id).map(describeOrganization));
  });

  const quotaRoute = defineRoute({
    ...ours,
    method: 'put',
    path: '/organizations/{organizationId}/quota',
    id: 'setOrganizationQuota',
    summary: 'Set the quota of an organization',
    text: `How many executions may begin within an hour and within a day; null is no limit. Further ones wait in the queue, and their log says so. ${forAdministrators}`,
    request: {
      params: pathOf('organizationId'),
      body: jsonBody(OrganizationQuota, { executionsPerHour: 1000, executionsPerDay: null }),
    },
    responses: { 204: { description: 'The quota applies from now on.' } },
    problems: ['forbidden'],
  });
  api.openapi(quotaRoute, async (c) => {
    const { organizationId } = c.req.valid('param');
    const outcome = await changeQuota(context, actorOf(c), organizationId, c.req.valid('json'));
    return outcome.kind === 'done' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const usersRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/users',
    id: 'listInstallationUsers',
    summary: 'List all accounts',
    text: `Newest first. ${forAdministrators}`,
    isFresh: true,
    request: { query: searchBy('A part of the address or the name.') },
    responses: {
      200: { description: 'The accounts.', schema: InstallationUserResponse.array(), headers: pageHeaders },
    },
    problems: ['forbidden'],
  });
  api.openapi(usersRoute, async (c) => {
    const refusal = await checkAdministrator(db, config, actorOf(c));
    if (refusal) return problemResponse(c, refusal);
    const { search, ...page } = c.req.valid('query');
    const rows = await listUsers(db, { ...readPage(page), search });
    const administrators = await listAdministratorIds(db, config);
    const users = takePage(c, page, rows, ({ id }) => id);
    return c.json(users.map((user) => describeUser(user, administrators)));
  });

  addAccountChanges(context, api);
  return api;
}

/** Adds the calls that change one account. */
function addAccountChanges(context: AppContext, api: ReturnType<typeof createApi>): void {
  for (const { action, done, problems, text, ...about } of changes) {
    const described = {
      ...ofAdministrators(context),
      ...about,
      responses: { 204: { description: done } },
    };
    const request = { params: pathOf('userId') };
    if (!isProvenAction(action)) {
      const route = defineRoute({
        ...described,
        text: `${text} ${forAdministrators}`,
        request,
        problems: ['forbidden', ...problems],
      });
      api.openapi(route, async (c) => {
        const { userId } = c.req.valid('param');
        const outcome = await performAccountAction(context, actorOf(c), { action, userId });
        return outcome.kind === 'done' ? c.body(null, 204) : problemResponse(c, outcome);
      });
      continue;
    }
    const route = defineRoute({
      ...described,
      text: `${text} ${forAdministrators} Unless an API token calls, it asks for a proof. ${rightsProofText}`,
      request: { ...request, body: optionalJsonBody(PasswordProof) },
      problems: ['forbidden', ...problems, ...proofProblems],
    });
    api.openapi(route, async (c) => {
      const { userId } = c.req.valid('param');
      const proof = await readRightsProof(context, c, c.req.valid('json').currentPassword);
      const outcome = await performAccountAction(context, actorOf(c), { action, userId, proof });
      return outcome.kind === 'done' ? c.body(null, 204) : problemResponse(c, outcome);
    });
  }
}

/** A page of what a search finds. `text`: in what it searches. */
function searchBy(text: string) {
  return PageQuery.extend({ search: z.string().max(200).default('').describe(text) });
}

function readPage({ cursor, limit }: Page) {
  return { ...(cursor !== undefined && { before: cursor }), limit: limit + 1 };
}

function describeOrganization({ createdAt, ...organization }: ListedOrganization) {
  return { ...organization, createdAt: toTime(createdAt) };
}

function describeUser({ createdAt, lastSeenAt, ...user }: ListedUser, administrators: string[]) {
  return {
    ...user,
    isAdministrator: administrators.includes(user.id),
    createdAt: toTime(createdAt),
    lastSeenAt: lastSeenAt === null ? null : toTime(lastSeenAt),
  };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
