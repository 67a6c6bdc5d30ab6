import { z } from 'zod';
import { Id, Time } from '~/engine/schema/response-fields';
import { OrganizationQuota } from '~/engine/definition/execution-limits';
import { registerRequest, registerResponse } from './registry';

export const InstallationResponse = registerResponse(
  'Installation',
  z.object({
    pausedAt: Time.nullable().describe('Since when nothing is started.'),
    restoredFrom: z
      .string()
      .nullable()
      .describe('The backup whose restore caused the last pause. Null when an administrator paused.'),
    readOnlySince: Time.nullable().describe(
      'Since when nothing can be changed; deliveries are taken in and executed.',
    ),
    isDiskLow: z
      .boolean()
      .describe(
        'Nothing new is accepted until there is room. False unless an owner or an administrator asks.',
      ),
    backupError: z
      .string()
      .nullable()
      .describe('Why the last nightly backup failed. Null unless an administrator of the installation asks.'),
    mailError: z
      .string()
      .nullable()
      .describe('Why emails do not leave. Null unless an administrator of the installation asks.'),
  }),
);

export const ResentMailsResponse = registerResponse(
  'ResentEmails',
  z.object({
    queued: z.number().int().describe('The number of emails that are queued again: at most the newest 500.'),
  }),
);

const Bytes = z.number().int().describe('In bytes.');

export const OverviewResponse = registerResponse(
  'InstallationOverview',
  z.object({
    version: z.string().describe('Of the product.'),
    runtime: z.string().describe('Of Node.js.'),
    users: z.number().int(),
    organizations: z.number().int(),
    signUp: z.enum(['open', 'invite', 'closed']).describe('Who may make an account without an invitation.'),
    pausedAt: Time.nullable(),
    restoredFrom: z.string().nullable(),
    readOnlySince: Time.nullable(),
    queue: z.object({
      running: z.number().int().describe('Executions that a runner has claimed and that have not ended.'),
      runningSince: Time.nullable(),
      waiting: z.number().int().describe('Executions and jobs that no runner has claimed.'),
      waitingSince: Time.nullable().describe('Of those that are due, since when the first.'),
    }),
    storage: z.object({
      databaseBytes: Bytes,
      backupBytes: Bytes,
      keptFiles: z
        .number()
        .int()
        .describe(
          'Backups made by hand and databases that a restore replaced, which nothing removes by itself.',
        ),
      keptBytes: Bytes,
      freeBytes: Bytes.nullable(),
      isLow: z.boolean(),
      prunedEarly: z.number().int().describe('Executions that were removed early to make room, ever.'),
      prunedEarlyBytes: Bytes,
      prunedEarlyAt: Time.nullable().describe('When the last of them was removed.'),
    }),
    backup: z.object({
      endedAt: Time.nullable().describe('When the last nightly one was completed.'),
      error: z.string().nullable().describe('Why the last one failed.'),
    }),
    mailError: z.string().nullable().describe('Why emails do not leave; null while they do.'),
    mailsGivenUp: z.number().int().describe('Emails that were given up and can be sent again.'),
    settings: z
      .record(z.string(), z.string())
      .describe('The settings in effect. For secrets, only whether they are set.'),
  }),
);

export const InstallationUserResponse = registerResponse(
  'InstallationUser',
  z.object({
    id: Id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    isVerified: z.boolean(),
    hasTwoFactor: z.boolean().describe('Logging in with the password takes a second step.'),
    hasPasskeys: z.boolean(),
    isAdministrator: z.boolean(),
    organizations: z.number().int().describe('Of how many they are a member.'),
    createdAt: Time,
    lastSeenAt: Time.nullable().describe('When a session of theirs was used last; null without one.'),
  }),
);

export const InstallationOrganizationResponse = registerResponse(
  'InstallationOrganization',
  z.object({
    id: Id,
    name: z.string(),
    members: z.number().int(),
    integrations: z.number().int(),
    executionsPerHour: z
      .number()
      .int()
      .nullable()
      .describe('The maximum of executions that begin within an hour. Null: no limit.'),
    executionsPerDay: z
      .number()
      .int()
      .nullable()
      .describe('The maximum of executions that begin within a day. Null: no limit.'),
    createdAt: Time,
  }),
);

registerRequest('OrganizationQuota', OrganizationQuota);
