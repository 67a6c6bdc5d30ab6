// Who is answered what by every JSON call and every screen: guest, unverified, other organization, member, admin, owner.
import { type Answer, channelInput, company } from './role-setup';

export type Answers = [Answer, Answer, Answer, Answer, Answer, Answer];

/** The same for everybody. */
function all(answer: Answer): Answers {
  return [answer, answer, answer, answer, answer, answer];
}

/** For members of the organization alone. */
function members(answer: Answer): Answers {
  return [401, 403, 404, answer, answer, answer];
}

/** For its owners and admins. */
function managers(answer: Answer): Answers {
  return [401, 403, 404, 403, answer, answer];
}

/** For the owner, whose account was verified before all others. */
function administrators(answer: Answer): Answers {
  return [401, 403, 403, 403, 403, answer];
}

/** About the account in the path, which is the member's. */
function oneself(answer: Answer): Answers {
  return [401, 403, 404, answer, 404, 404];
}

const integrationFile = {
  format: 'wicked-integration',
  version: 7,
  name: 'From a file',
  definition: { apiCalls: [{ id: 'one', order: 1, method: 'GET', url: 'https://api.example.com/' }] },
};

/** What a member must be allowed to do with integrations; whoever only looks, or only runs, is refused. */
export type Needs = 'run-integrations' | 'edit-integrations';

interface Call {
  answers: Answers;
  needs?: Needs;
  /** What stands in the place of the path as the server mounts it, if it differs. */
  path?: string;
  body?: object;
  /** Whoever calls has just proven who they are. */
  isProven?: boolean;
}

/** Each call as the server mounts it. */
export const calls: Record<string, Call> = {
  'GET /healthz': { answers: all(200) },
  'GET /api/openapi.json': { answers: all(200) },
  'GET /api/docs': { answers: all(200) },
  'GET /readyz': { answers: all(200) },
  // From another machine, without a token.
  'GET /metrics': { answers: all(404) },
  'POST /auth/login/user': { answers: all(422), body: {} },
  'POST /auth/register/user': { answers: all(422), body: {} },
  'POST /auth/verify-email': { answers: all(422), body: {} },
  'POST /auth/restore-email': { answers: all(422), body: {} },
  'POST /auth/resend-email-verification': { answers: all(422), body: {} },
  'POST /auth/forgot-password': { answers: all(422), body: {} },
  'GET /auth/validate-reset-token/:token': { answers: all(200) },
  'POST /auth/reset-password': { answers: all(422), body: {} },
  'POST /auth/logout': { answers: all(200) },
  'GET /auth/invitations/:token': { answers: all(200), path: '/auth/invitations/:invitation' },
  'POST /auth/invitations/accept': {
    // It is for another address than that of anybody signed in.
    answers: [401, 403, 403, 403, 403, 403],
    body: { token: ':invitation' },
  },
  'POST /auth/invitations/sign-up': { answers: all(422), body: {} },
  'POST /early-access': { answers: all(422), body: {} },

  'GET /api/users/me': { answers: [401, 403, 200, 200, 200, 200] },
  'PUT /api/users/:userId/current-user': {
    answers: oneself(200),
    path: '/api/users/:member/current-user',
    body: { firstName: 'Grace', lastName: 'Hopper' },
  },
  'GET /api/users/:userId/email-change': {
    answers: oneself(404),
    path: '/api/users/:member/email-change',
  },
  'DELETE /api/users/:userId/email-change': {
    answers: oneself(204),
    path: '/api/users/:member/email-change',
  },
  'PUT /api/users/:userId/password': {
    answers: oneself(422),
    path: '/api/users/:member/password',
    body: {},
  },
  'GET /api/users/:userId/deletion': { answers: oneself(200), path: '/api/users/:member/deletion' },
  'DELETE /api/users/:userId': {
    answers: oneself(422),
    path: '/api/users/:member',
    body: { currentPassword: '' },
  },
  'GET /api/users/:userId/sessions': { answers: oneself(200), path: '/api/users/:member/sessions' },
  'DELETE /api/users/:userId/sessions': { answers: oneself(204), path: '/api/users/:member/sessions' },
  'DELETE /api/users/:userId/sessions/:sessionId': {
    answers: oneself(404),
    path: '/api/users/:member/sessions/nobodys',
  },
  'GET /api/users/:userId/two-factor': { answers: oneself(200), path: '/api/users/:member/two-factor' },
  'POST /api/users/:userId/two-factor/key': {
    answers: oneself(200),
    path: '/api/users/:member/two-factor/key',
  },
  'PUT /api/users/:userId/two-factor': {
    answers: oneself(422),
    path: '/api/users/:member/two-factor',
    body: { currentPassword: '' },
  },
  'DELETE /api/users/:userId/two-factor': {
    answers: oneself(422),
    path: '/api/users/:member/two-factor',
    body: { currentPassword: '' },
  },
  'PUT /api/users/:userId/two-factor/passkeys': {
    answers: oneself(422),
    path: '/api/users/:member/two-factor/passkeys',
    body: { currentPassword: '' },
  },
  'GET /api/users/:userId/passkeys': { answers: oneself(200), path: '/api/users/:member/passkeys' },
  'PUT /api/users/:userId/passkeys/:passkeyId': {
    answers: oneself(404),
    path: '/api/users/:member/passkeys/nobodys',
    body: { name: 'Phone' },
  },
  'DELETE /api/users/:userId/passkeys/:passkeyId': {
    answers: oneself(422),
    path: '/api/users/:member/passkeys/nobodys',
    body: { currentPassword: '' },
  },
  'POST /api/users/:userId/two-factor/recovery-codes': {
    answers: oneself(422),
    path: '/api/users/:member/two-factor/recovery-codes',
    body: { currentPassword: '' },
  },

  'GET /api/organization-memberships/:userId': {
    answers: oneself(200),
    path: '/api/organization-memberships/:member',
  },
  'GET /api/organization-memberships/:organizationId/all': {
    answers: members(200),
    path: '/api/organization-memberships/:organization/all',
  },
  'POST /api/organization-memberships/:organizationId/invite-member': {
    answers: managers(201),
    path: '/api/organization-memberships/:organization/invite-member',
    body: { email: 'new@example.com', role: 'MEMBER' },
  },
  'PATCH /api/organization-memberships/:organizationId/members/:userId': {
    answers: managers(200),
    path: '/api/organization-memberships/:organization/members/:member',
    // A higher role would ask for a proof.
    body: { role: 'MEMBER' },
  },
  'DELETE /api/organization-memberships/:organizationId/members/:userId': {
    // The owner is the only one there, who stays.
    answers: [401, 403, 404, 403, 403, 409],
    path: '/api/organization-memberships/:organization/members/:owner',
  },
  'GET /api/installation': { answers: [401, 403, 200, 200, 200, 200] },
  // The owner is who was verified first of all.
  'POST /api/installation/resume': { answers: administrators(204) },
  'POST /api/installation/emails/resend': { answers: administrators(200) },
  'POST /api/installation/pause': { answers: administrators(204) },
  'POST /api/installation/read-only': { answers: administrators(204) },
  'POST /api/installation/read-write': { answers: administrators(204) },
  'GET /api/installation/overview': { answers: administrators(200) },
  'GET /api/installation/organizations': { answers: administrators(200) },
  'PUT /api/installation/organizations/:organizationId/quota': {
    answers: administrators(204),
    path: '/api/installation/organizations/:organization/quota',
    body: { executionsPerHour: 1_000_000, executionsPerDay: null },
  },
  'GET /api/installation/users': { answers: administrators(200) },
  'GET /api/installation/channels': { answers: administrators(200) },
  'GET /api/installation/channels/:channelId': {
    answers: administrators(200),
    path: '/api/installation/channels/:operators',
  },
  'POST /api/installation/channels': {
    answers: administrators(201),
    body: { name: 'Another', kind: 'email', recipients: 'administrators', events: { disk: 1 } },
  },
  'PATCH /api/installation/channels/:channelId': {
    answers: administrators(200),
    path: '/api/installation/channels/:operators',
    body: { remindHours: 24 },
  },
  'DELETE /api/installation/channels/:channelId': {
    answers: administrators(204),
    path: '/api/installation/channels/:operators',
  },
  'POST /api/installation/channels/:channelId/test': {
    answers: administrators(200),
    path: '/api/installation/channels/:operators/test',
  },
  'GET /api/installation/incidents': { answers: administrators(200) },
  'POST /api/installation/incidents/:incidentId/mute': {
    answers: administrators(204),
    path: '/api/installation/incidents/:trouble/mute',
  },
  'POST /api/installation/incidents/:incidentId/unmute': {
    answers: administrators(204),
    path: '/api/installation/incidents/:trouble/unmute',
  },
  'POST /api/installation/incidents/:incidentId/resolve': {
    answers: administrators(204),
    path: '/api/installation/incidents/:trouble/resolve',
  },
  'POST /api/installation/users/:userId/verify': {
    answers: administrators(409),
    path: '/api/installation/users/:member/verify',
  },
  'POST /api/installation/users/:userId/reset-link': {
    answers: administrators(204),
    path: '/api/installation/users/:member/reset-link',
  },
  'DELETE /api/installation/users/:userId/sessions': {
    answers: administrators(204),
    path: '/api/installation/users/:member/sessions',
  },
  'DELETE /api/installation/users/:userId/two-factor': {
    answers: administrators(409),
    path: '/api/installation/users/:member/two-factor',
  },
  'PUT /api/installation/users/:userId/administrator': {
    answers: administrators(204),
    path: '/api/installation/users/:member/administrator',
  },
  'DELETE /api/installation/users/:userId/administrator': {
    answers: administrators(404),
    path: '/api/installation/users/:member/administrator',
  },
  'GET /api/organizations': { answers: [401, 403, 200, 200, 200, 200] },
  'GET /api/organizations/:organizationId': {
    answers: members(200),
    path: '/api/organizations/:organization',
  },
  'POST /api/organizations/:organizationId/select': {
    answers: members(204),
    path: '/api/organizations/:organization/select',
  },
  'GET /api/organizations/:organizationId/export': {
    answers: managers(200),
    path: '/api/organizations/:organization/export',
  },
  'DELETE /api/organizations/:organizationId': {
    answers: [401, 403, 404, 403, 403, 204],
    path: '/api/organizations/:organization',
    body: { confirmation: 'analytical engines' },
  },
  'GET /api/organizations/:organizationId/members': {
    answers: members(200),
    path: '/api/organizations/:organization/members',
  },
  'GET /api/organizations/:organizationId/invitations': {
    answers: managers(200),
    path: '/api/organizations/:organization/invitations',
  },
  'DELETE /api/organizations/:organizationId/invitations/:email': {
    answers: managers(204),
    path: '/api/organizations/:organization/invitations/invited%40example.com',
  },
  'GET /api/organizations/:organizationId/api-tokens': {
    answers: managers(200),
    path: '/api/organizations/:organization/api-tokens',
  },
  'POST /api/organizations/:organizationId/api-tokens': {
    answers: managers(201),
    path: '/api/organizations/:organization/api-tokens',
    body: { name: 'Reports', role: 'MEMBER' },
    isProven: true,
  },
  'DELETE /api/organizations/:organizationId/api-tokens/:tokenId': {
    answers: managers(204),
    path: '/api/organizations/:organization/api-tokens/:token',
  },
  'GET /api/organizations/:organizationId/connections': {
    answers: members(200),
    path: '/api/organizations/:organization/connections',
  },
  'GET /api/organizations/:organizationId/connections/:connectionId': {
    answers: members(200),
    path: '/api/organizations/:organization/connections/:connection',
  },
  'POST /api/organizations/:organizationId/connections': {
    answers: managers(201),
    path: '/api/organizations/:organization/connections',
    body: { name: 'Warehouse', kind: 'bearer', baseUrl: 'https://w.example.com', config: { token: 't' } },
  },
  'PATCH /api/organizations/:organizationId/connections/:connectionId': {
    answers: managers(200),
    path: '/api/organizations/:organization/connections/:connection',
    body: { name: 'Warehouse' },
  },
  'POST /api/organizations/:organizationId/connections/:connectionId/test': {
    // The address is not one of the connection's hosts: nothing is sent.
    answers: managers(422),
    path: '/api/organizations/:organization/connections/:connection/test',
    body: { url: 'https://elsewhere.example.org/' },
  },
  'POST /api/organizations/:organizationId/connections/discover': {
    // There is no issuer to be asked.
    answers: managers(422),
    path: '/api/organizations/:organization/connections/discover',
    body: { issuer: '' },
  },
  'POST /api/organizations/:organizationId/connections/:connectionId/authorize': {
    // The connection is a bearer token.
    answers: managers(422),
    path: '/api/organizations/:organization/connections/:connection/authorize',
  },
  'DELETE /api/organizations/:organizationId/connections/:connectionId': {
    answers: managers(204),
    path: '/api/organizations/:organization/connections/:connection',
  },
  'GET /api/organizations/:organizationId/values': {
    answers: members(200),
    path: '/api/organizations/:organization/values',
  },
  'GET /api/organizations/:organizationId/values/:valueId': {
    answers: members(200),
    path: '/api/organizations/:organization/values/:value',
  },
  'POST /api/organizations/:organizationId/values': {
    answers: managers(201),
    path: '/api/organizations/:organization/values',
    body: { name: 'region', value: 'eu' },
  },
  'PATCH /api/organizations/:organizationId/values/:valueId': {
    answers: managers(200),
    path: '/api/organizations/:organization/values/:value',
    body: { value: 'https://shop.example.org' },
  },
  'DELETE /api/organizations/:organizationId/values/:valueId': {
    answers: managers(204),
    path: '/api/organizations/:organization/values/:value',
  },
  'GET /api/organizations/:organizationId/stores': {
    answers: members(200),
    path: '/api/organizations/:organization/stores',
  },
  'GET /api/organizations/:organizationId/stores/:store/records': {
    answers: members(200),
    path: '/api/organizations/:organization/stores/orders/records',
  },
  'GET /api/organizations/:organizationId/stores/:store/records/:key': {
    answers: members(200),
    path: '/api/organizations/:organization/stores/orders/records/1042',
  },
  'PUT /api/organizations/:organizationId/stores/:store/records/:key': {
    answers: members(200),
    needs: 'edit-integrations',
    path: '/api/organizations/:organization/stores/orders/records/1042',
    body: { value: 7 },
  },
  'DELETE /api/organizations/:organizationId/stores/:store/records/:key': {
    answers: members(204),
    needs: 'edit-integrations',
    path: '/api/organizations/:organization/stores/orders/records/1042',
  },
  'GET /api/organizations/:organizationId/stores/:store/records.csv': {
    answers: members(200),
    path: '/api/organizations/:organization/stores/orders/records.csv',
  },
  'GET /api/organizations/:organizationId/stores/:store/records.jsonl': {
    answers: members(200),
    path: '/api/organizations/:organization/stores/orders/records.jsonl',
  },
  'DELETE /api/organizations/:organizationId/stores/:store': {
    answers: members(204),
    needs: 'edit-integrations',
    path: '/api/organizations/:organization/stores/orders',
  },
  'GET /api/organizations/:organizationId/channels': {
    answers: managers(200),
    path: '/api/organizations/:organization/channels',
  },
  'GET /api/organizations/:organizationId/channels/:channelId': {
    answers: managers(200),
    path: '/api/organizations/:organization/channels/:channel',
  },
  'POST /api/organizations/:organizationId/channels': {
    answers: managers(201),
    path: '/api/organizations/:organization/channels',
    body: { ...channelInput, name: 'Another' },
  },
  'PATCH /api/organizations/:organizationId/channels/:channelId': {
    answers: managers(200),
    path: '/api/organizations/:organization/channels/:channel',
    body: { remindHours: 24 },
  },
  'DELETE /api/organizations/:organizationId/channels/:channelId': {
    answers: managers(204),
    path: '/api/organizations/:organization/channels/:channel',
  },
  'POST /api/organizations/:organizationId/channels/:channelId/test': {
    answers: managers(200),
    path: '/api/organizations/:organization/channels/:channel/test',
  },
  'GET /api/organizations/:organizationId/incidents': {
    answers: members(200),
    path: '/api/organizations/:organization/incidents',
  },
  'POST /api/organizations/:organizationId/incidents/:incidentId/mute': {
    answers: managers(204),
    path: '/api/organizations/:organization/incidents/:incident/mute',
  },
  'POST /api/organizations/:organizationId/incidents/:incidentId/unmute': {
    answers: managers(204),
    path: '/api/organizations/:organization/incidents/:incident/unmute',
  },
  'POST /api/organizations/:organizationId/incidents/:incidentId/resolve': {
    answers: managers(204),
    path: '/api/organizations/:organization/incidents/:incident/resolve',
  },
  'POST /api/organizations/:organizationId/incidents/:incidentId/replay': {
    needs: 'run-integrations',
    answers: members(200),
    path: '/api/organizations/:organization/incidents/:incident/replay',
  },
  'GET /api/organizations/:organizationId/executions': {
    answers: members(200),
    path: '/api/organizations/:organization/executions',
  },
  'GET /api/organizations/:organizationId/audit-log': {
    answers: managers(200),
    path: '/api/organizations/:organization/audit-log',
  },
  'PATCH /api/organizations/:organizationId': {
    answers: managers(200),
    path: '/api/organizations/:organization',
    body: { name: 'looms' },
  },

  'GET /api/billing-details/:organizationId': {
    answers: members(200),
    path: '/api/billing-details/:organization',
  },
  'POST /api/billing-details/:organizationId': {
    answers: managers(409),
    path: '/api/billing-details/:organization',
    body: company,
  },
  'PUT /api/billing-details/:organizationId': {
    answers: managers(200),
    path: '/api/billing-details/:organization',
    body: company,
  },
  'GET /api/billing-details/:organizationId/plan': {
    answers: members(200),
    path: '/api/billing-details/:organization/plan',
  },
  'GET /api/billing-details/:organizationId/invoices': {
    answers: members(200),
    path: '/api/billing-details/:organization/invoices',
  },
  'GET /api/billing-details/:organizationId/invoices/:number': {
    answers: members(200),
    path: '/api/billing-details/:organization/invoices/INV-2026-01',
  },
  'POST /api/billing-details/:organizationId/test-payment': {
    answers: members(200),
    path: '/api/billing-details/:organization/test-payment',
  },
  'POST /api/billing-details/:organizationId/test-webhook': {
    needs: 'run-integrations',
    answers: members(422),
    path: '/api/billing-details/:organization/test-webhook',
    body: { url: 'no address' },
  },
  'GET /api/billing-details/:organizationId/test-webhook/secret': {
    answers: members(200),
    path: '/api/billing-details/:organization/test-webhook/secret',
  },
  'GET /api/billing-details/:organizationId/test-data': {
    answers: members(200),
    path: '/api/billing-details/:organization/test-data',
  },

  'GET /api/integrations/organization/:organizationId': {
    answers: members(200),
    path: '/api/integrations/organization/:organization',
  },
  'GET /api/integrations/organization/:organizationId/export': {
    answers: members(200),
    path: '/api/integrations/organization/:organization/export',
  },
  // Of the caller's own organization.
  'POST /api/integrations': {
    needs: 'edit-integrations',
    answers: [401, 403, 201, 201, 201, 201],
    body: { name: 'New orders' },
  },
  'POST /api/integrations/import': {
    needs: 'edit-integrations',
    answers: members(200),
    body: { text: 'curl https://api.example.com/', integrationId: ':integration' },
  },
  'GET /api/integrations/:id': { answers: members(200) },
  'GET /api/integrations/:id/export': { answers: members(200) },
  'GET /api/integrations/:id/versions': { answers: members(200) },
  'GET /api/integrations/:id/versions/:version/diff': {
    path: '/api/integrations/:integration/versions/1/diff?with=1',
    answers: members(200),
  },
  'POST /api/integrations/:id/versions/:version/restore': {
    needs: 'edit-integrations',
    path: '/api/integrations/:integration/versions/1/restore',
    answers: members(200),
  },
  'GET /api/integrations/:id/versions/:version/backtest': {
    path: '/api/integrations/:integration/versions/1/backtest?last=5',
    answers: members(200),
  },
  'PATCH /api/integrations/:id/versions/:version': {
    needs: 'edit-integrations',
    path: '/api/integrations/:integration/versions/1',
    answers: members(204),
    body: { note: 'Why' },
  },
  'POST /api/integrations/:id/versions/:version/deploy': {
    needs: 'edit-integrations',
    path: '/api/integrations/:integration/versions/1/deploy',
    answers: members(200),
  },
  'GET /api/integrations/:id/memory': { answers: members(200) },
  'PUT /api/integrations/:id/memory/:name': {
    needs: 'edit-integrations',
    path: '/api/integrations/:integration/memory/last',
    answers: members(200),
    body: { value: 1 },
  },
  // Of what is not remembered, and was not seen.
  'DELETE /api/integrations/:id/memory/:name': {
    needs: 'edit-integrations',
    path: '/api/integrations/:integration/memory/none',
    answers: members(404),
  },
  'DELETE /api/integrations/:id/memory': { needs: 'edit-integrations', answers: members(204) },
  'DELETE /api/integrations/:id/seen/:loopId': {
    needs: 'edit-integrations',
    path: '/api/integrations/:integration/seen/none',
    answers: members(404),
  },
  'GET /api/integrations/:id/public-form': { answers: members(200) },
  'PUT /api/integrations/:id/public-form': {
    answers: members(200),
    needs: 'edit-integrations',
    body: { title: 'Order' },
  },
  'DELETE /api/integrations/:id/public-form': { answers: members(204), needs: 'edit-integrations' },
  // While it is off.
  'POST /api/integrations/:id/public-form/new-address': {
    answers: members(409),
    needs: 'edit-integrations',
  },
  'GET /api/integrations/:id/tests': { answers: members(200) },
  // Of an execution that has not ended.
  'POST /api/integrations/:id/tests': {
    needs: 'edit-integrations',
    answers: members(422),
    body: { executionId: ':execution', name: 'Order' },
  },
  'POST /api/integrations/:id/tests/run': { needs: 'run-integrations', answers: members(200), body: {} },
  'GET /api/integrations/:id/tests/:testId': {
    path: '/api/integrations/:integration/tests/:recorded',
    answers: members(200),
  },
  'PATCH /api/integrations/:id/tests/:testId': {
    needs: 'edit-integrations',
    path: '/api/integrations/:integration/tests/:recorded',
    answers: members(200),
    body: { name: 'Order' },
  },
  // Of what nobody can decrypt.
  'POST /api/integrations/:id/tests/:testId/accept': {
    needs: 'edit-integrations',
    path: '/api/integrations/:integration/tests/:recorded/accept',
    answers: members(422),
    body: {},
  },
  'DELETE /api/integrations/:id/tests/:testId': {
    needs: 'edit-integrations',
    path: '/api/integrations/:integration/tests/:recorded',
    answers: members(204),
  },
  'PATCH /api/integrations/:id': {
    needs: 'edit-integrations',
    answers: members(200),
    body: { description: 'Why' },
  },
  'POST /api/integrations/:id/resume': { needs: 'run-integrations', answers: members(204) },
  'POST /api/integrations/:id/discard': { needs: 'run-integrations', answers: members(422) },
  'DELETE /api/integrations/:id': { needs: 'edit-integrations', answers: members(204) },
  'GET /api/integrations/organization/:organizationId/deleted': {
    answers: members(200),
    path: '/api/integrations/organization/:organization/deleted',
  },
  'POST /api/integrations/:id/restore': {
    needs: 'edit-integrations',
    answers: members(200),
    path: '/api/integrations/:deleted/restore',
  },
  'POST /api/integrations/:id/delete-now': {
    needs: 'edit-integrations',
    answers: members(204),
    path: '/api/integrations/:deleted/delete-now',
  },
  'POST /api/integrations/:id/test-call': {
    needs: 'edit-integrations',
    answers: members(422),
    body: { url: 'no address' },
  },
  'POST /api/integrations/:id/test-items': {
    needs: 'run-integrations',
    answers: members(422),
    body: { callId: 'none' },
  },
  'GET /api/integrations/:id/warnings': { answers: members(200) },
  'PUT /api/integrations/:id/webhook-secret': {
    needs: 'edit-integrations',
    answers: members(200),
    body: { secret: 'another secret' },
  },
  'POST /api/integrations/:id/webhook-secret/reveal': { needs: 'edit-integrations', answers: members(200) },
  'DELETE /api/integrations/:id/webhook-secret/former': { needs: 'edit-integrations', answers: members(204) },
  'GET /api/integrations/:id/execution-logs/amount-triggered': { answers: members(200) },
  'GET /api/integrations/:id/execution-logs': { answers: members(200) },
  'GET /api/integrations/:id/execution-logs/stream': { answers: members(200) },
  'GET /api/integrations/:id/executions/:executionId': { answers: members(200) },
  // Nothing of it is a file.
  'GET /api/integrations/:id/executions/:executionId/file': {
    answers: members(404),
    path: '/api/integrations/:integration/executions/:execution/file?path=.upload',
  },
  'GET /api/integrations/:id/executions': { answers: members(200) },
  'GET /api/integrations/:id/executions.csv': { answers: members(200) },
  'GET /api/integrations/:id/statistics': { answers: members(200) },
  'GET /api/integrations/:id/deliveries': { answers: members(200) },
  'GET /api/integrations/:id/test-logs': { answers: members(200) },
  'POST /api/integrations/:id/test': {
    needs: 'run-integrations',
    answers: members(202),
    path: '/api/integrations/:integration/test?wait=0',
  },
  'POST /api/integrations/:id/run': { needs: 'run-integrations', answers: members(202) },
  'POST /api/integrations/:id/executions/:executionId/cancel': {
    needs: 'run-integrations',
    answers: members(200),
  },
  'POST /api/integrations/:id/executions/:executionId/continue': {
    needs: 'run-integrations',
    answers: members(409),
  },
  'POST /api/integrations/:id/executions/:executionId/cancel-replay': {
    needs: 'run-integrations',
    answers: members(409),
  },
  'POST /api/integrations/:id/executions/:executionId/replay': {
    needs: 'run-integrations',
    answers: members(409),
    body: { from: 'start' },
  },
  'POST /api/integrations/:id/executions/:executionId/confirm-subscription': {
    needs: 'edit-integrations',
    answers: members(409),
  },
  'POST /api/integrations/:id/executions/cancel': {
    needs: 'run-integrations',
    answers: members(200),
    body: { executionIds: [':execution'] },
  },
  'POST /api/integrations/:id/executions/replay': {
    needs: 'run-integrations',
    answers: members(200),
    body: { executionIds: [':execution'], from: 'start' },
  },
  'POST /api/integrations/:id/executions/replay-failed': { needs: 'run-integrations', answers: members(200) },
  'PUT /api/integrations/:id/file': {
    needs: 'edit-integrations',
    answers: members(200),
    body: integrationFile,
  },
  'POST /api/integrations/:id/file/diff': { answers: members(200), body: integrationFile },
  'POST /api/integrations/:id/delivery-check': { answers: members(200), body: { body: '{}' } },
  'POST /api/integrations/:id/duplicate': { needs: 'edit-integrations', answers: members(201) },
  'GET /api/integrations/:id/sample': { answers: members(200) },
  'PUT /api/integrations/:id/sample': {
    needs: 'edit-integrations',
    answers: members(200),
    body: { payload: { id: 7 } },
  },
  'POST /api/integrations/:id/sample/listen': { needs: 'edit-integrations', answers: members(200) },
  'DELETE /api/integrations/:id/sample/listen': { needs: 'edit-integrations', answers: members(200) },
};

/** A protected screen, which shows everybody what is theirs. */
function protectedBy(answer: Answer): Answers {
  return ['/login', '/email-not-verified', answer, answer, answer, answer];
}

/** A file that the API has by now: each person is led to that of the organization they look at. */
function movedTo(address: string): Answers {
  const foreign = address.replace(':organization', ':foreign');
  return ['/login', '/email-not-verified', foreign, address, address, address];
}

/** A protected screen of something that belongs to the organization. */
function ofMembers(answer: Answer, forOthers: Answer): Answers {
  return ['/login', '/email-not-verified', forOthers, answer, answer, answer];
}

/** A screen for guests, who are asked in. */
function ofGuests(answer: Answer): Answers {
  return [answer, '/email-not-verified', '/', '/', '/', '/'];
}

export type Form = Record<string, string>;

interface Screen {
  /** Who is answered what when they open it; missing where a route has no loader and shows everybody the same. */
  opened?: Answers;
  /** The address; its parameters are the route's. */
  path?: string;
  params?: Form;
  /** What a member must be allowed to do to open it, and what others are answered. */
  opening?: { needs: Needs; refused: Answer };
  /** What is sent, and who is answered what; `refused`: a member who may not do what it needs. */
  sent?: { form: Form; answers: Answers; needs?: Needs; refused?: Answer };
}

/** Each route by the name of its file or folder. */
export const screens: Record<string, Screen> = {
  $: { opened: all(404) },
  _index: {
    opened: [200, '/email-not-verified', 200, 200, 200, 200],
    sent: {
      needs: 'edit-integrations',
      form: { intent: 'delete', id: ':integration', confirmation: 'DELETE' },
      // To others it is as if it had been deleted already.
      answers: ofMembers('/', '/'),
    },
  },

  'docs._index': { opened: all(200) },
  'docs.$name': { opened: all(200), params: { name: 'webhooks' } },
  changelog: { opened: all(200) },

  login: { opened: ofGuests(200), sent: { form: {}, answers: ofGuests(422) } },
  // There is no provider in the table.
  'login_.sso': { opened: ofGuests('/login refused') },
  'login_.sso_.callback': { opened: all(404) },
  'login_.sso_.code': { opened: all(404), sent: { form: {}, answers: all(404) } },
  // Nobody in the table has a login that waits for its code.
  'login_.code': { opened: ofGuests('/login'), sent: { form: {}, answers: ofGuests('/login refused') } },
  'login_.passkey': { opened: all(200), sent: { form: {}, answers: ofGuests('/login') } },
  signup: { opened: ofGuests(200), sent: { form: {}, answers: ofGuests(422) } },
  'forgot-password': { opened: ofGuests(200), sent: { form: {}, answers: ofGuests(422) } },
  'reset-password': {
    opened: ofGuests(200),
    path: '/reset-password?token=nobodys',
    // The link says whose password it is, whoever is signed in.
    sent: { form: { token: 'nobodys' }, answers: all(422) },
  },
  'verify-email': { opened: all(200), sent: { form: {}, answers: all(422) } },
  'restore-email': { opened: all(200), sent: { form: {}, answers: all(422) } },
  'email-not-verified': { opened: [200, 200, '/', '/', '/', '/'] },
  'resend-email-verification': { sent: { form: {}, answers: all(422) } },
  'session-expired': { opened: ofGuests(200) },
  invitation: {
    opened: all(200),
    path: '/invitation?token=:invitation',
    // It is for another address than that of anybody signed in.
    sent: { form: { token: ':invitation' }, answers: [422, 403, 403, 403, 403, 403] },
  },
  admin: {
    opened: ['/login', '/email-not-verified', 404, 404, 404, 200],
    sent: {
      form: { intent: 'pause' },
      answers: ['/login', '/email-not-verified', 404, 404, 404, '/admin'],
    },
  },
  'admin_.alerts.new': {
    opened: ['/login', '/email-not-verified', 404, 404, 404, 200],
    sent: {
      form: { name: 'Another', kind: 'email', recipients: 'administrators' },
      answers: ['/login', '/email-not-verified', 404, 404, 404, 422],
    },
  },
  'admin_.alerts.$channelId': {
    opened: ['/login', '/email-not-verified', 404, 404, 404, 200],
    params: { channelId: ':operators' },
    sent: {
      form: { intent: 'delete' },
      answers: ['/login', '/email-not-verified', 404, 404, 404, '/admin'],
    },
  },
  'installation.resume': {
    opened: all('/'),
    // The owner is who was verified first of all.
    sent: {
      form: {},
      answers: ['/login', '/email-not-verified', '/ refused', '/ refused', '/ refused', '/'],
    },
  },
  logout: { opened: all('/'), sent: { form: {}, answers: all('/login') } },

  profile: {
    opened: protectedBy(200),
    sent: { form: { intent: 'password' }, answers: protectedBy(422) },
  },
  'profile_.single-sign-on': {
    opened: protectedBy(404),
    sent: { form: { intent: 'connect' }, answers: protectedBy(404) },
  },
  'profile_.proof': {
    opened: protectedBy(200),
    sent: { form: {}, answers: protectedBy('/') },
  },
  'profile_.proof_.passkey': {
    opened: protectedBy(404),
    sent: { form: {}, answers: protectedBy('/profile/proof') },
  },
  // Nothing of theirs is kept.
  unsent: { opened: protectedBy('/ refused') },
  'profile_.email': {
    opened: protectedBy(200),
    sent: { form: { email: 'augusta@example.com' }, answers: protectedBy(422) },
  },
  'profile_.passkeys': {
    opened: protectedBy(200),
    sent: { form: { intent: 'remove' }, answers: protectedBy(422) },
  },
  'profile_.two-factor': {
    opened: protectedBy(200),
    sent: { form: { intent: 'disable' }, answers: protectedBy(422) },
  },
  'organization.switch': {
    opened: all('/'),
    sent: { form: { organizationId: ':organization' }, answers: ofMembers('/', '/ refused') },
  },
  'organization.new': {
    opened: protectedBy(200),
    sent: { form: { name: ' ' }, answers: protectedBy(422) },
  },
  palette: { opened: protectedBy(200) },
  theme: { opened: all('/'), sent: { form: { theme: 'dark' }, answers: all('/') } },
  'organization.settings': { opened: protectedBy(200) },
  'organization.settings._index': {
    opened: protectedBy(200),
    sent: {
      form: { name: 'looms' },
      answers: [
        '/login',
        '/email-not-verified',
        '/organization/settings',
        403,
        '/organization/settings',
        '/organization/settings',
      ],
    },
  },
  'organization.settings.members': {
    opened: protectedBy(200),
    sent: {
      form: { intent: 'role', userId: ':member', role: 'ADMIN' },
      answers: [
        '/login',
        '/email-not-verified',
        '/organization/settings/members refused',
        '/organization/settings/members refused',
        '/organization/settings/members',
        '/organization/settings/members',
      ],
    },
  },
  'organization.settings.tokens': {
    opened: ['/login', '/email-not-verified', 200, '/organization/settings refused', 200, 200],
    sent: {
      form: { intent: 'revoke', id: ':token' },
      answers: [
        '/login',
        '/email-not-verified',
        '/organization/settings/tokens refused',
        '/organization/settings/tokens refused',
        '/organization/settings/tokens',
        '/organization/settings/tokens',
      ],
    },
  },
  'oauth.callback': {
    opened: ['/login', '/email-not-verified', 200, 200, 200, 200],
    sent: {
      // Nobody began anything that this state belongs to.
      form: { state: 'unknown', code: 'a' },
      answers: ['/login', '/email-not-verified', 422, 422, 422, 422],
    },
  },
  'organization.settings.connections._index': {
    opened: ['/login', '/email-not-verified', 200, '/organization/settings refused', 200, 200],
  },
  'organization.settings.connections.new': {
    opened: ['/login', '/email-not-verified', 200, '/organization/settings refused', 200, 200],
    path: '/organization/settings/connections/new?kind=bearer',
    sent: {
      form: { name: 'Warehouse' },
      // Without a token; a member may not make one at all.
      answers: ['/login', '/email-not-verified', 422, 422, 422, 422],
    },
  },
  'organization.settings.connections.$connectionId': {
    opened: ['/login', '/email-not-verified', 404, '/organization/settings refused', 200, 200],
    params: { connectionId: ':connection' },
    sent: {
      form: { intent: 'delete' },
      answers: [
        '/login',
        '/email-not-verified',
        '/organization/settings/connections refused',
        '/organization/settings/connections refused',
        '/organization/settings/connections',
        '/organization/settings/connections',
      ],
    },
  },
  'organization.settings.values._index': {
    opened: ['/login', '/email-not-verified', 200, '/organization/settings refused', 200, 200],
  },
  'organization.settings.values.new': {
    opened: ['/login', '/email-not-verified', 200, '/organization/settings refused', 200, 200],
    sent: {
      form: { name: 'region', value: 'eu' },
      answers: [
        '/login',
        '/email-not-verified',
        '/organization/settings/values',
        403,
        '/organization/settings/values',
        '/organization/settings/values',
      ],
    },
  },
  'organization.settings.values.$valueId': {
    opened: ['/login', '/email-not-verified', 404, '/organization/settings refused', 200, 200],
    params: { valueId: ':value' },
    sent: {
      form: { intent: 'delete' },
      answers: [
        '/login',
        '/email-not-verified',
        '/organization/settings/values refused',
        '/organization/settings/values refused',
        '/organization/settings/values',
        '/organization/settings/values',
      ],
    },
  },
  'organization.settings.stores._index': {
    opened: ['/login', '/email-not-verified', 200, 200, 200, 200],
  },
  'organization.settings.stores.new': {
    opened: ['/login', '/email-not-verified', 200, 200, 200, 200],
    opening: { needs: 'edit-integrations', refused: '/organization/settings/stores refused' },
    sent: {
      needs: 'edit-integrations',
      form: { store: 'customers', key: '7', value: '{"id": 7}' },
      answers: [
        '/login',
        '/email-not-verified',
        '/organization/settings/stores/customers/record',
        '/organization/settings/stores/customers/record',
        '/organization/settings/stores/customers/record',
        '/organization/settings/stores/customers/record',
      ],
    },
  },
  'organization.settings.stores.$storeName._index': {
    opened: [
      '/login',
      '/email-not-verified',
      404,
      '/organization/settings/stores/orders/records',
      '/organization/settings/stores/orders/records',
      '/organization/settings/stores/orders/records',
    ],
    params: { storeName: 'orders' },
  },
  'organization.settings.stores.$storeName.records': {
    opened: ['/login', '/email-not-verified', 404, 200, 200, 200],
    params: { storeName: 'orders' },
    sent: {
      needs: 'edit-integrations',
      refused: '/organization/settings/stores refused',
      form: { intent: 'delete' },
      answers: [
        '/login',
        '/email-not-verified',
        '/organization/settings/stores refused',
        '/organization/settings/stores',
        '/organization/settings/stores',
        '/organization/settings/stores',
      ],
    },
  },
  'organization.settings.stores.$storeName.record': {
    opened: ['/login', '/email-not-verified', 404, 200, 200, 200],
    path: '/organization/settings/stores/orders/record?key=1042',
    params: { storeName: 'orders' },
    sent: {
      needs: 'edit-integrations',
      refused: '/organization/settings/stores/orders/records refused',
      form: { intent: 'delete' },
      answers: [
        '/login',
        '/email-not-verified',
        '/organization/settings/stores/orders/records refused',
        '/organization/settings/stores/orders/records',
        '/organization/settings/stores/orders/records',
        '/organization/settings/stores/orders/records',
      ],
    },
  },
  'organization.settings.alerts._index': {
    opened: ['/login', '/email-not-verified', 200, '/organization/settings refused', 200, 200],
    sent: {
      form: { intent: 'mute', incidentId: ':incident' },
      answers: [
        '/login',
        '/email-not-verified',
        '/organization/settings/alerts refused',
        '/organization/settings/alerts refused',
        '/organization/settings/alerts',
        '/organization/settings/alerts',
      ],
    },
  },
  'organization.settings.alerts.new': {
    opened: ['/login', '/email-not-verified', 200, '/organization/settings refused', 200, 200],
    sent: {
      // Nothing to be told of; a member may not make one at all.
      form: { name: 'Another', kind: 'email', recipients: 'owners' },
      answers: ['/login', '/email-not-verified', 422, 403, 422, 422],
    },
  },
  'organization.settings.alerts.$channelId': {
    opened: ['/login', '/email-not-verified', 404, '/organization/settings refused', 200, 200],
    params: { channelId: ':channel' },
    sent: {
      form: { intent: 'delete' },
      answers: [
        '/login',
        '/email-not-verified',
        404,
        403,
        '/organization/settings/alerts',
        '/organization/settings/alerts',
      ],
    },
  },
  executions: { opened: ofMembers(200, 200) },
  'organization.settings.audit': {
    opened: ['/login', '/email-not-verified', 200, '/organization/settings refused', 200, 200],
  },
  'organization.settings.data': {
    opened: ['/login', '/email-not-verified', 200, '/organization/settings refused', 200, 200],
    sent: {
      form: { organizationId: ':organization', confirmation: 'analytical engines' },
      answers: ['/login', '/email-not-verified', 404, 403, 403, '/'],
    },
  },
  'organization._index': { opened: protectedBy('/organization/settings') },
  'organization.export': {
    opened: [
      '/login',
      '/email-not-verified',
      '/api/organizations/:foreign/export',
      '/organization/settings refused',
      '/api/organizations/:organization/export',
      '/api/organizations/:organization/export',
    ],
  },
  billing: {
    opened: protectedBy(200),
    sent: {
      form: { intent: 'company', ...company },
      answers: ['/login', '/email-not-verified', '/', 403, '/', '/'],
    },
  },
  'billing_.invoices.$number': {
    opened: movedTo('/api/billing-details/:organization/invoices/nothing'),
    params: { number: 'nothing' },
  },
  'billing_.test-data': { opened: movedTo('/api/billing-details/:organization/test-data') },

  'integration._index': {
    opening: { needs: 'edit-integrations', refused: '/ refused' },
    opened: protectedBy(200),
    sent: {
      needs: 'edit-integrations',
      refused: '/ refused',
      form: { name: 'x' },
      answers: protectedBy(422),
    },
  },
  'integration.deleted': {
    opened: protectedBy(200),
    sent: {
      needs: 'edit-integrations',
      refused: '/integration/deleted refused',
      form: { intent: 'restore', id: ':deleted' },
      answers: ofMembers('/integration/deleted', '/integration/deleted refused'),
    },
  },
  'integration.select': {
    opened: protectedBy(200),
    // Those of another organization are listed as missing ones.
    sent: {
      needs: 'edit-integrations',
      refused: '/integration/select refused',
      form: { intent: 'deploy', selected: ':integration' },
      answers: protectedBy('/integration/select'),
    },
  },
  'integration.import': {
    opening: { needs: 'edit-integrations', refused: '/ refused' },
    opened: protectedBy(200),
    // No document was read before.
    sent: {
      needs: 'edit-integrations',
      refused: '/ refused',
      form: { name: 'x', document: 'none' },
      answers: protectedBy(404),
    },
  },
  'integration.$integrationId._index': {
    opened: ofMembers(200, '/ refused'),
    params: { integrationId: ':integration' },
    sent: {
      needs: 'edit-integrations',
      form: { intent: 'details', name: 'Orders' },
      answers: ofMembers('/integration/:integration', 404),
    },
  },
  'integration.$integrationId.deploy': {
    opened: ofMembers(200, '/ refused'),
    params: { integrationId: ':integration' },
    sent: {
      needs: 'run-integrations',
      form: { intent: 'run' },
      answers: ofMembers('/integration/:integration/logs', 404),
    },
  },
  'integration.$integrationId.operations': {
    opened: ofMembers(200, 404),
    params: { integrationId: ':integration' },
  },
  'integration.$integrationId.event-sources': {
    opened: ofMembers(200, 404),
    params: { integrationId: ':integration' },
  },
  'integration.$integrationId.schedule': {
    opened: ofMembers(200, 404),
    params: { integrationId: ':integration' },
  },
  'integration.$integrationId.test-log': {
    opened: ofMembers(404, 404),
    params: { integrationId: ':integration' },
  },
  'integration.$integrationId.test-run': {
    opened: ofMembers(200, 404),
    params: { integrationId: ':integration' },
  },
  'integration.$integrationId.sample': {
    opened: ofMembers(200, 404),
    params: { integrationId: ':integration' },
  },
  'integration.$integrationId.import': {
    opening: { needs: 'edit-integrations', refused: '/integration/:integration refused' },
    opened: ofMembers(200, '/ refused'),
    params: { integrationId: ':integration' },
    sent: {
      needs: 'edit-integrations',
      refused: '/integration/:integration refused',
      form: { key: 'a' },
      answers: ofMembers(404, 404),
    },
  },
  'integration.$integrationId.logs': {
    opened: ofMembers(200, '/ refused'),
    params: { integrationId: ':integration' },
    sent: {
      needs: 'run-integrations',
      refused: '/integration/:integration/logs refused',
      form: { intent: 'cancel', executionId: ':execution' },
      answers: ofMembers('/integration/:integration/logs', 404),
    },
  },
  'integration.$integrationId.backtest': {
    opened: ofMembers(200, '/ refused'),
    params: { integrationId: ':integration' },
  },
  'integration.$integrationId.memory': {
    opened: ofMembers(200, '/ refused'),
    params: { integrationId: ':integration' },
    sent: {
      needs: 'edit-integrations',
      form: { intent: 'forget', name: 'none' },
      answers: ofMembers(404, 404),
    },
  },
  'integration.$integrationId.run': {
    opening: { needs: 'run-integrations', refused: '/integration/:integration refused' },
    opened: ofMembers(200, '/ refused'),
    params: { integrationId: ':integration' },
    sent: {
      needs: 'run-integrations',
      refused: '/integration/:integration refused',
      form: { triggerData: '{' },
      answers: ofMembers(422, 404),
    },
  },
  'integration.$integrationId.tests': {
    opened: ofMembers(200, '/ refused'),
    params: { integrationId: ':integration' },
    sent: {
      needs: 'run-integrations',
      form: { intent: 'run', test: 'x' },
      answers: ofMembers(404, 404),
    },
  },
  'integration.$integrationId.tests_.$testId': {
    opened: ofMembers(200, '/ refused'),
    params: { integrationId: ':integration', testId: ':recorded' },
    sent: {
      needs: 'edit-integrations',
      refused: '/integration/:integration/tests/:recorded refused',
      form: { intent: 'delete' },
      answers: ofMembers('/integration/:integration/tests', '/integration/:integration/tests refused'),
    },
  },
  'integration.$integrationId.versions': {
    opened: ofMembers(200, '/ refused'),
    params: { integrationId: ':integration' },
    sent: {
      needs: 'edit-integrations',
      refused: '/integration/:integration/versions refused',
      form: { version: '9' },
      answers: ofMembers(404, 404),
    },
  },
  'integration.$integrationId.logs_.$executionId[.]json': {
    opened: protectedBy('/api/integrations/:integration/executions/:execution'),
    params: { integrationId: ':integration', executionId: ':execution' },
  },
};

/** A visit of one of the screens of imports with a document that was uploaded before. */
interface DocumentVisit {
  route: string;
  /** Who uploaded it: each person their own, where they may, or the member. */
  by: 'oneself' | 'member';
  access: 'opened' | 'sent';
  /** What is sent; `:document` is what was uploaded, which stands in the address, too. */
  form?: Form;
  answers: Answers;
}

const importCalls = 'integration.$integrationId.import';
const importIntegration = 'integration.import';

/** To upload is everybody's who is signed in, and leads on at the same screen. */
export const uploads: Record<string, { text: string; answers: Answers }> = {
  [importCalls]: {
    text: 'curl https://api.example.com/new',
    answers: protectedBy('/integration/:integration/import'),
  },
  [importIntegration]: {
    text: JSON.stringify({
      format: 'wicked-integration',
      version: 1,
      name: 'Orders',
      definition: { triggerConfig: { type: 'manual' }, apiCalls: [] },
    }),
    answers: protectedBy('/integration/import'),
  },
};

/** What the member uploaded is there for the member alone. */
function forMember(answer: Answer, forOthers: Answer): Answers {
  return ['/login', '/email-not-verified', forOthers, answer, 404, 404];
}

const added = { key: '0', version: '1' };
const named = { name: 'New orders', document: ':document' };
const made = '/integration/:new';

export const documentVisits: DocumentVisit[] = [
  { route: importCalls, by: 'oneself', access: 'opened', answers: ofMembers(200, '/ refused') },
  { route: importCalls, by: 'member', access: 'opened', answers: forMember(200, '/ refused') },
  {
    route: importCalls,
    by: 'oneself',
    access: 'sent',
    form: added,
    answers: ofMembers('/integration/:integration', 404),
  },
  {
    route: importCalls,
    by: 'member',
    access: 'sent',
    form: added,
    answers: forMember('/integration/:integration', 404),
  },
  { route: importIntegration, by: 'oneself', access: 'opened', answers: protectedBy(200) },
  { route: importIntegration, by: 'member', access: 'opened', answers: forMember(200, 404) },
  { route: importIntegration, by: 'oneself', access: 'sent', form: named, answers: protectedBy(made) },
  { route: importIntegration, by: 'member', access: 'sent', form: named, answers: forMember(made, 404) },
];
