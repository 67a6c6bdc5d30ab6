import { z } from 'zod';
import { Id, Time } from '~/engine/schema/response-fields';
import * as fields from '~/fields';
import type { TestReport } from '~/services/billing/sandbox';
import type { BillingResponse } from '~/services/billing/details';
import { nameResponse, nameRequest } from './registry';

/** The card is read by the service, which knows whether it came back masked. */
export const BillingBody = fields.CompanyDetails.extend({ paymentConfig: z.unknown().optional() });

nameRequest(
  'BillingDetailsInput',
  fields.CompanyDetails.extend({
    paymentConfig: fields.PaymentCard.partial({ cvv: true })
      .nullish()
      .describe('A card; one that comes back with its number masked stays as it is. The CVV is not stored.'),
  }),
);

nameRequest('WebhookTest', fields.WebhookTest);

export const BillingDetailsResponse = nameResponse(
  'BillingDetails',
  z.object({
    organizationId: Id,
    companyName: z.string(),
    taxId: z.string(),
    address: z.string(),
    city: z.string(),
    postalCode: z.string(),
    country: z.string(),
    paymentConfig: z
      .object({
        cardNumber: z.string().describe('Masked but for the last four digits.'),
        brand: z.string(),
        expiryDate: z.string(),
        cardholderName: z.string(),
      })
      .optional(),
    createdAt: Time,
    updatedAt: Time,
  }) satisfies z.ZodType<BillingResponse>,
);

export const PlanResponse = nameResponse(
  'Plan',
  z.object({
    name: z.string(),
    status: z.literal('active'),
    amountCents: z.number().int(),
    triggersPerMonth: z.number().int(),
    nextBillingAt: Time,
    sample: z.literal(true).describe('There is no payment provider yet.'),
  }),
);

export const InvoiceResponse = nameResponse(
  'Invoice',
  z.object({
    number: z.string().meta({ examples: ['INV-2026-11'] }),
    issuedAt: Time,
    amountCents: z.number().int(),
    status: z.literal('paid'),
    sample: z.literal(true),
  }),
);

export const TestReportResponse = nameResponse(
  'TestReport',
  z.object({
    good: z.boolean().describe('What was tried would work.'),
    text: z.string(),
  }) satisfies z.ZodType<TestReport>,
);
