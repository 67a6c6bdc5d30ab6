// The files that an organization's data leaves in.
import { z } from 'zod';
import { ExecutionLogAnswer, ExecutionSummary } from './execution';
import { ExportedIntegration, IntegrationAnswer } from './integration';
import { Id, nameAnswer, Time } from './registry';
import {
  AuditEntryAnswer,
  MemberPersonAnswer,
  OpenInvitationAnswer,
  OrganizationAnswer,
} from './organization';

const counts = {
  totalExecutions: z.number().int(),
  successfulExecutions: z.number().int(),
  failedExecutions: z.number().int(),
};

export const ExportedOrganization = nameAnswer(
  'ExportedOrganization',
  z.object({
    format: z.literal('wicked-organization'),
    version: z.literal(1),
    exportedAt: Time,
    organization: OrganizationAnswer,
    billingDetails: z
      .object({
        companyName: z.string(),
        taxId: z.string(),
        address: z.string(),
        city: z.string(),
        postalCode: z.string(),
        country: z.string(),
        card: z
          .object({
            brand: z.string(),
            lastFour: z.string(),
            expiryDate: z.string(),
            cardholderName: z.string(),
          })
          .nullable(),
        createdAt: Time,
        updatedAt: Time,
      })
      .nullable(),
    members: z.array(MemberPersonAnswer),
    invitations: z.array(OpenInvitationAnswer.omit({ isExpired: true, isEnded: true })),
    auditLog: z.array(AuditEntryAnswer),
    integrations: z.array(
      z.object({
        id: Id,
        isActive: z.boolean(),
        createdAt: Time,
        updatedAt: Time,
        ...counts,
        file: ExportedIntegration,
        samples: z.array(z.object({ receivedAt: Time, bytes: z.number().int(), payload: z.unknown() })),
        executions: z.array(ExecutionLogAnswer),
      }),
    ),
  }),
);

export const TestDataAnswer = nameAnswer(
  'TestData',
  z.object({
    organization: z.object({ id: Id, name: z.string() }),
    createdAt: Time,
    integrations: z.array(IntegrationAnswer.extend({ lastExecutions: z.array(ExecutionSummary) })),
  }),
);
