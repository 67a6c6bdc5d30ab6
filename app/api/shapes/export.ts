// The files of an organization's exported data.
import { z } from 'zod';
import { connectionKinds } from '~/engine/connections/kinds';
import { DeliveryRequest } from '~/engine/delivery/delivery-request';
import { Id, Time } from '~/engine/schema/response-fields';
import { CompanyResponse } from '~/services/billing/details';
import { RecordResponse } from '~/services/stores/record-response';
import { ConnectionResponse } from './connection';
import { ExecutionLogResponse, ExecutionSummaryResponse } from './execution';
import { ExportedIntegration, IntegrationResponse } from './integration';
import { MemoryResponse } from './memory';
import { registerResponse } from './registry';
import { ValueResponse } from './value';
import {
  AuditEntryResponse,
  MemberPersonResponse,
  OpenInvitationResponse,
  OrganizationResponse,
} from './organization';

const counts = {
  totalExecutions: z.number().int(),
  successfulExecutions: z.number().int(),
  failedExecutions: z.number().int(),
};

export const ExportedOrganization = registerResponse(
  'ExportedOrganization',
  z.object({
    format: z.literal('wicked-organization'),
    version: z.literal(1),
    exportedAt: Time,
    organization: OrganizationResponse,
    billingDetails: CompanyResponse.extend({
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
    }).nullable(),
    members: z.array(MemberPersonResponse),
    invitations: z.array(OpenInvitationResponse.omit({ isExpired: true, isEnded: true })),
    auditLog: z.array(AuditEntryResponse),
    connections: z
      .array(
        ConnectionResponse.pick({
          id: true,
          name: true,
          kind: true,
          baseUrl: true,
          allowedHosts: true,
          createdAt: true,
          updatedAt: true,
        }),
      )
      .describe('Without their credentials.'),
    values: z.array(
      ValueResponse.omit({ value: true, isReadable: true, version: true, usedBy: true }).extend({
        value: z.string().nullable().describe('Null for a secret.'),
      }),
    ),
    stores: z.array(
      z.object({
        name: z.string(),
        records: z
          .array(
            RecordResponse.pick({
              key: true,
              isSecret: true,
              value: true,
              createdAt: true,
              updatedAt: true,
              expiresAt: true,
            }),
          )
          .describe('In order of key.'),
      }),
    ),
    integrations: z.array(
      z.object({
        id: Id,
        isActive: z.boolean(),
        createdAt: Time,
        updatedAt: Time,
        ...counts,
        file: ExportedIntegration,
        samples: z.array(
          z.object({
            receivedAt: Time,
            bytes: z.number().int(),
            payload: z.unknown(),
            request: DeliveryRequest.optional().describe('Without what proves who sent it.'),
          }),
        ),
        memory: MemoryResponse.nullable().describe('What it remembers, without what holds a secret.'),
        executions: z.array(ExecutionLogResponse),
      }),
    ),
  }),
);

export const ExportedIntegrations = registerResponse(
  'ExportedIntegrations',
  z.object({
    format: z.literal('wicked-integrations'),
    version: z.literal(1).describe('Of the format.'),
    integrations: z.array(ExportedIntegration).describe('By name, without `exportedVersion`.'),
    connections: z
      .array(z.object({ name: z.string(), kind: z.enum(connectionKinds) }))
      .describe('The connections that their calls use.'),
    values: z
      .array(z.object({ name: z.string(), isSecret: z.boolean() }))
      .describe('The values that they use.'),
  }),
);

export const TestDataResponse = registerResponse(
  'TestData',
  z.object({
    organization: z.object({ id: Id, name: z.string() }),
    createdAt: Time,
    integrations: z.array(IntegrationResponse.extend({ lastExecutions: z.array(ExecutionSummaryResponse) })),
  }),
);
