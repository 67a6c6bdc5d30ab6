import { z } from 'zod';
import { Id, Time } from '~/engine/schema/response-fields';
import type { Member } from '~/db/organizations/members';
import * as fields from '~/fields';
import { AccessName, PasswordProof, RoleName } from './account';
import { registerResponse, registerRequest } from './registry';

registerRequest('OrganizationChange', fields.OrganizationChange);
export const Invite = registerRequest('Invite', fields.Invite.extend(PasswordProof.shape));
export const RoleChange = registerRequest('RoleChange', fields.RoleChange.extend(PasswordProof.shape));
export const NewApiToken = registerRequest(
  'ApiTokenDetails',
  fields.ApiTokenDetails.extend(PasswordProof.shape),
);

export const OrganizationDeletion = registerRequest(
  'OrganizationDeletion',
  z
    .object({ confirmation: z.string({ error: 'Type the name of the organization' }) })
    .extend(PasswordProof.shape),
);

const DemandsFactor = z
  .boolean()
  .describe('Members who log in with a password need a second factor. API tokens work without.');

export const OrganizationContext = registerResponse(
  'OrganizationContext',
  z.object({
    organizationId: Id,
    organizationName: z.string(),
    organizationDescription: z.string().nullable(),
    role: RoleName.describe('Of the caller; of a token no more than the token allows.'),
    access: AccessName,
    requiresSecondFactor: DemandsFactor,
    createdAt: Time,
    quota: z
      .object({
        executionsPerHour: z.number().int().nullable(),
        executionsPerDay: z.number().int().nullable(),
        usedUp: z.string().nullable().describe('The quota that keeps executions waiting, in words.'),
        until: Time.nullable().describe('When the next execution may begin.'),
      })
      .describe('The quota that the administrator of the installation set. Null: no limit.'),
  }),
);

export const OrganizationResponse = registerResponse(
  'Organization',
  z.object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    createdAt: Time,
    requiresSecondFactor: DemandsFactor,
  }),
);

export const MemberResponse = registerResponse(
  'Member',
  z.object({ userId: Id, role: RoleName, access: AccessName }) satisfies z.ZodType<Member>,
);

export const MemberPersonResponse = registerResponse(
  'MemberPerson',
  z.object({
    userId: Id,
    role: RoleName,
    access: AccessName,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    joinedAt: Time,
  }),
);

export const ListedMemberResponse = registerResponse(
  'ListedMember',
  MemberPersonResponse.extend({
    withPasswordAlone: z
      .boolean()
      .nullable()
      .describe(
        'Whether the person logs in with a password alone. Null when the caller may not manage members.',
      ),
  }),
);

export const InvitedResponse = registerResponse(
  'Invited',
  z.object({ email: z.string(), role: fields.Invite.shape.role, access: AccessName }),
);

export const OpenInvitationResponse = registerResponse(
  'OpenInvitation',
  z.object({
    email: z.string(),
    role: RoleName,
    access: AccessName,
    createdAt: Time,
    expiresAt: Time,
    isExpired: z.boolean(),
    isEnded: z
      .boolean()
      .describe('The sender of the invitation may no longer invite people, so the link cannot be used.'),
  }),
);

export const ApiTokenResponse = registerResponse(
  'ApiToken',
  z.object({
    id: Id,
    name: z.string(),
    role: RoleName,
    access: AccessName,
    lastFour: z.string().describe('The last characters of the token.'),
    email: z.string().describe('Who made it.'),
    createdAt: Time,
    lastUsedAt: Time.nullable().describe('Exact to a minute.'),
  }),
);

export const CreatedApiToken = registerResponse(
  'CreatedApiToken',
  z.object({
    id: Id,
    name: z.string(),
    role: RoleName,
    access: AccessName,
    token: z.string().describe('Shown this once: only its hash is stored.'),
  }),
);

export const AuditEntryResponse = registerResponse(
  'AuditEntry',
  z.object({
    id: Id,
    kind: z.string().meta({ examples: ['integration-deployed'] }),
    detail: z.string().nullable(),
    integration: z
      .string()
      .nullable()
      .describe(
        'The name of the integration that was changed or run. Null for others, or once it was deleted.',
      ),
    email: z
      .string()
      .nullable()
      .describe('Who did it. Null when that is unknown, or when the account was deleted.'),
    address: z.string().nullable().describe('The network address it was done from.'),
    createdAt: Time,
  }),
);
