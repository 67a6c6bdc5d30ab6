import { z } from 'zod';
import type { AppContext } from '~/context';
import { WebhookTest } from '~/fields';
import {
  createTestData,
  describeTestWebhookSecret,
  testPayment,
  testWebhook,
} from '~/services/billing/sandbox';
import {
  describeSamplePlan,
  listSampleInvoices,
  type SampleInvoice,
} from '~/services/billing/sample-invoices';
import { createInvoicePdf } from '~/services/billing/invoice-pdf';
import { problemResponse } from './http/problem-response';
import { actorOf, guardOrganization } from './http/authorize';
import { respondExport } from './http/responses/export-response';
import { cutPage, pageHeaders, PageQuery } from './http/pagination';
import { createApi, defineRoute, jsonBody, pathOf } from './openapi/route';
import { InvoiceResponse, PlanResponse, TestReportResponse } from './shapes/billing';
import { TestDataResponse } from './shapes/export';
import { SecretResponse } from './shapes/integration';

/** `/api/billing-details/{organizationId}/…`: the sample plan, the sample invoices, and the calls that try an account out. */
export function createAccountTestingApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Billing', access: 'member', guard: guardOrganization(context) } as const;
  const params = pathOf('organizationId');

  const planRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{organizationId}/plan',
    id: 'readPlan',
    summary: 'Read the plan',
    request: { params },
    responses: { 200: { description: 'A sample.', schema: PlanResponse } },
  });
  api.openapi(planRoute, (c) => {
    const { nextBillingAt, ...plan } = describeSamplePlan(context.now());
    return c.json({ ...plan, nextBillingAt: new Date(nextBillingAt).toISOString(), sample: true });
  });

  const invoicesRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{organizationId}/invoices',
    id: 'listInvoices',
    summary: 'List the invoices',
    text: 'Newest first.',
    request: { params, query: PageQuery },
    responses: { 200: { description: 'Samples.', schema: InvoiceResponse.array(), headers: pageHeaders } },
  });
  api.openapi(invoicesRoute, (c) => {
    const invoices = listSampleInvoices(context.now());
    const page = cutPage(c, c.req.valid('query'), invoices, ({ number }) => number);
    return c.json(page.map(describeInvoice));
  });

  const invoiceRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{organizationId}/invoices/{number}',
    id: 'downloadInvoice',
    summary: 'Download an invoice',
    isFresh: true,
    request: { params: pathOf('organizationId', 'number') },
    responses: { 200: { description: 'A PDF.', schema: z.file(), mediaType: 'application/pdf' } },
  });
  api.openapi(invoiceRoute, async (c) => {
    const { number } = c.req.valid('param');
    const outcome = await createInvoicePdf(context, actorOf(c), number);
    if (outcome.kind !== 'pdf') return problemResponse(c, outcome);
    return c.body(new Uint8Array(outcome.bytes), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${number}.pdf"`,
      'Cache-Control': 'no-store',
    });
  });

  const paymentRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/{organizationId}/test-payment',
    id: 'testPayment',
    summary: 'Test a charge',
    text: 'Checks the stored card. Nothing is charged.',
    request: { params },
    responses: { 200: { description: 'What would happen.', schema: TestReportResponse } },
  });
  api.openapi(paymentRoute, async (c) => {
    const outcome = await testPayment(context, actorOf(c));
    return outcome.kind === 'tested' ? c.json(outcome.report) : problemResponse(c, outcome);
  });

  const webhookRoute = defineRoute({
    ...ours,
    access: 'runner',
    guard: guardOrganization(context, 'run-integrations'),
    method: 'post',
    path: '/{organizationId}/test-webhook',
    id: 'testBillingWebhook',
    summary: 'Send a signed sample event',
    text: 'Signed as in Standard Webhooks. Ten a minute.',
    request: { params, body: jsonBody(WebhookTest, { url: 'https://example.com/billing' }) },
    responses: { 200: { description: 'The response.', schema: TestReportResponse } },
    problems: ['too-many-requests'],
  });
  api.openapi(webhookRoute, async (c) => {
    const outcome = await testWebhook(context, actorOf(c), c.req.valid('json').url);
    return outcome.kind === 'tested' ? c.json(outcome.report) : problemResponse(c, outcome);
  });

  const secretRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{organizationId}/test-webhook/secret',
    id: 'readTestWebhookSecret',
    summary: 'Read the secret that signs sample events',
    isFresh: true,
    request: { params },
    responses: { 200: { description: 'The secret.', schema: SecretResponse } },
  });
  api.openapi(secretRoute, (c) => {
    const secret = describeTestWebhookSecret(context, actorOf(c).organizationId);
    return c.json({ secret }, 200, { 'Cache-Control': 'no-store' });
  });

  const dataRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{organizationId}/test-data',
    id: 'downloadTestData',
    summary: 'Download integrations with their last executions',
    text: 'Secrets masked.',
    isFresh: true,
    request: { params },
    responses: { 200: { description: 'The file.', schema: TestDataResponse } },
  });
  api.openapi(dataRoute, async (c) => {
    const outcome = await createTestData(context, actorOf(c));
    return outcome.kind === 'data' ? respondExport(context, c, outcome) : problemResponse(c, outcome);
  });

  return api;
}

function describeInvoice({ issuedAt, ...invoice }: SampleInvoice) {
  return { ...invoice, issuedAt: new Date(issuedAt).toISOString(), sample: true };
}
