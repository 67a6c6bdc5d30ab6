import { z } from 'zod';
import { Time } from '~/engine/schema/response-fields';
import * as fields from '~/fields';
import { TestReport } from '~/services/billing/sandbox';
import { BillingResponse } from '~/services/billing/details';
import { registerResponse, registerRequest } from './registry';

/** The service reads the card, since it knows whether the card came back masked. */
export const BillingBody = fields.CompanyDetails.extend({ paymentConfig: z.unknown().optional() });

registerRequest(
  'BillingDetailsInput',
  fields.CompanyDetails.extend({
    paymentConfig: fields.PaymentCard.partial({ cvv: true })
      .nullish()
      .describe(
        'A card. When its number is sent masked, the stored card stays as it is. The CVV is not stored.',
      ),
  }),
);

registerRequest('WebhookTest', fields.WebhookTest);

export const BillingDetailsResponse = registerResponse('BillingDetails', BillingResponse);

export const PlanResponse = registerResponse(
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

export const InvoiceResponse = registerResponse(
  'Invoice',
  z.object({
    number: z.string().meta({ examples: ['INV-2026-11'] }),
    issuedAt: Time,
    amountCents: z.number().int(),
    status: z.literal('paid'),
    sample: z.literal(true),
  }),
);

export const TestReportResponse = registerResponse('TestReport', TestReport);
