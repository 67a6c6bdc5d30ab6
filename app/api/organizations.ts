import { serializeOrganizationCookie } from '~/auth/organization-cookie';
import type { AppContext } from '~/context';
import { findOrganization } from '~/db/organizations/organizations';
import { OrganizationChange } from '~/fields';
import { deleteOrganization } from '~/services/organizations/deletion';
import { exportOrganization } from '~/services/organizations/export';
import { changeOrganization } from '~/services/organizations/details';
import { describeQuota } from '~/services/limits/quota-text';
import { proofProblems, readRightsProof, rightsProofText } from './http/owner-proof';
import { respondExport } from './http/responses/export-response';
import { problemResponse } from './http/problem-response';
import { actorOf, findRights, guardCaller, guardOrganization, membershipsOf } from './http/authorize';
import { cutPage, pageHeaders, PageQuery } from './http/pagination';
import { createApi, defineRoute, jsonBody, pathOf } from './openapi/route';
import { deletionResponses, MembershipResponse } from './shapes/account';
import { OrganizationResponse, OrganizationContext, OrganizationDeletion } from './shapes/organization';
import { ExportedOrganization } from './shapes/export';

/** `/api/organizations`: which organizations the caller may act for. */
export function createOwnOrganizationsApi(context: AppContext) {
  const api = createApi();
  const listRoute = defineRoute({
    tag: 'Organizations',
    access: 'member',
    guard: guardCaller(context),
    method: 'get',
    path: '/',
    id: 'listOrganizations',
    summary: 'List your organizations and your role in each',
    text: 'Newest first. A token gets the one that it belongs to, and no higher role than its own.',
    isFresh: true,
    request: { query: PageQuery },
    responses: {
      200: { description: 'The memberships.', schema: MembershipResponse.array(), headers: pageHeaders },
    },
  });
  api.openapi(listRoute, (c) => {
    const memberships = membershipsOf(c).toReversed();
    return c.json(cutPage(c, c.req.valid('query'), memberships, ({ organizationId }) => organizationId));
  });
  return api;
}

/** `/api/organizations/{organizationId}`. An organization that the caller does not belong to answers like a missing one. */
export function createOrganizationsApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Organizations', access: 'member', guard: guardOrganization(context) } as const;
  const params = pathOf('organizationId');

  const readRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{organizationId}',
    id: 'readOrganization',
    summary: 'Read an organization and your role in it',
    request: { params },
    responses: { 200: { description: 'The organization.', schema: OrganizationContext } },
  });
  api.openapi(readRoute, async (c) => {
    const actor = actorOf(c);
    const { organizationId } = actor;
    const organization = await findOrganization(context.db, organizationId);
    const rights = await findRights(context, actor);
    if (!organization || !rights) return problemResponse(c, { kind: 'not-found' });
    const { until, ...quota } = await describeQuota(context, organizationId);
    return c.json({
      organizationId,
      organizationName: organization.name,
      organizationDescription: organization.description,
      ...rights,
      requiresSecondFactor: organization.requiresSecondFactor,
      createdAt: new Date(organization.createdAt).toISOString(),
      quota: { ...quota, until: until === null ? null : new Date(until).toISOString() },
    });
  });

  const changeRoute = defineRoute({
    ...ours,
    method: 'patch',
    path: '/{organizationId}',
    id: 'changeOrganization',
    summary: 'Change name, description or what members need to log in',
    text: 'What is left out stays. For owners and admins.',
    request: { params, body: jsonBody(OrganizationChange, { description: 'Punched cards' }) },
    responses: { 200: { description: 'The organization as it is now.', schema: OrganizationResponse } },
    problems: ['forbidden', 'conflict'],
  });
  api.openapi(changeRoute, async (c) => {
    const outcome = await changeOrganization(context, actorOf(c), c.req.valid('json'));
    if (outcome.kind !== 'organization') return problemResponse(c, outcome);
    const { createdAt, ...organization } = outcome.organization;
    return c.json({ ...organization, createdAt: new Date(createdAt).toISOString() });
  });

  const selectRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/{organizationId}/select',
    id: 'selectOrganization',
    summary: 'Select the organization that a session works for',
    text: 'New integrations of this session belong to it. A token always belongs to its own.',
    request: { params },
    responses: {
      204: { description: 'Selected.', headers: { 'Set-Cookie': 'The cookie `selectedOrgMembership`.' } },
    },
  });
  api.openapi(selectRoute, async (c) => {
    c.header('Set-Cookie', await serializeOrganizationCookie(context.config, actorOf(c).organizationId));
    return c.body(null, 204);
  });

  const exportRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{organizationId}/export',
    id: 'exportOrganization',
    summary: 'Download everything',
    text: 'Details, members, invitations, billing details, audit log, and integrations with samples and executions, as one file that is sent as it is read. Secrets are not in it. For owners and admins.',
    isFresh: true,
    request: { params },
    responses: { 200: { description: 'The file.', schema: ExportedOrganization } },
    problems: ['forbidden'],
  });
  api.openapi(exportRoute, async (c) => {
    const outcome = await exportOrganization(context, actorOf(c));
    if (outcome.kind !== 'export') return problemResponse(c, outcome);
    return respondExport(context, c, outcome, 'export-organization');
  });

  const deleteRoute = defineRoute({
    ...ours,
    method: 'delete',
    path: '/{organizationId}',
    id: 'deleteOrganization',
    summary: 'Delete an organization',
    text: `Permanently, with everything in it. Its name has to be sent along. Each member gets a mail about it. For owners; unless an API token deletes it, they send a proof. ${rightsProofText}`,
    request: { params, body: jsonBody(OrganizationDeletion, { confirmation: 'analytical engines' }) },
    responses: deletionResponses,
    problems: ['forbidden', ...proofProblems],
  });
  api.openapi(deleteRoute, async (c) => {
    const { confirmation, currentPassword } = c.req.valid('json');
    const proof = await readRightsProof(context, c, currentPassword);
    const outcome = await deleteOrganization(context, actorOf(c), confirmation, proof);
    if (outcome.kind !== 'deleted') return problemResponse(c, outcome);
    const { unrevoked } = outcome;
    return unrevoked.length > 0 ? c.json({ unrevoked }) : c.body(null, 204);
  });

  return api;
}
