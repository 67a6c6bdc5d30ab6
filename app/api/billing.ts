import type { AppContext } from '~/context';
import { readBilling, saveBilling } from '~/services/billing/details';
import { problemResponse } from './http/problem-response';
import { actorOf, guardOrganization } from './http/authorize';
import { bodyOf, createApi, defineRoute, pathOf } from './openapi/route';
import { BillingBody, BillingDetailsResponse } from './shapes/billing';
import { describeIssues } from './http/bodies/json-body';

const example = {
  companyName: 'Analytical Engines',
  taxId: 'GB-1815',
  address: '12 St James Square',
  city: 'London',
  postalCode: 'SW1Y 4JH',
  country: 'United Kingdom',
};

/** `/api/billing-details/{organizationId}`. An organization that the caller does not belong to answers like a missing one. */
export function createBillingApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Billing', access: 'member', guard: guardOrganization(context) } as const;
  const params = pathOf('organizationId');

  const readRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{organizationId}',
    id: 'readBillingDetails',
    summary: 'Read the billing details',
    text: '404 also means that there are none yet.',
    isFresh: true,
    request: { params },
    responses: { 200: { description: 'The details, the card masked.', schema: BillingDetailsResponse } },
  });
  api.openapi(readRoute, async (c) => {
    const outcome = await readBilling(context, actorOf(c));
    return outcome.kind === 'billing' ? c.json(outcome.billing) : problemResponse(c, outcome);
  });

  const save = {
    ...ours,
    area: 'company',
    request: { params, body: bodyOf('BillingDetailsInput', { example }) },
    text: 'For owners and admins.',
  } as const;
  const makeRoute = defineRoute({
    ...save,
    method: 'post',
    path: '/{organizationId}',
    id: 'createBillingDetails',
    summary: 'Store the first billing details',
    responses: { 201: { description: 'The details, the card masked.', schema: BillingDetailsResponse } },
    problems: ['forbidden', 'conflict'],
  });
  const changeRoute = defineRoute({
    ...save,
    method: 'put',
    path: '/{organizationId}',
    id: 'updateBillingDetails',
    summary: 'Replace the billing details',
    responses: { 200: { description: 'The details, the card masked.', schema: BillingDetailsResponse } },
    problems: ['forbidden'],
  });
  for (const route of [makeRoute, changeRoute]) {
    api.openapi(route, async (c) => {
      const body = BillingBody.safeParse(c.get('sentJson'));
      if (!body.success) return problemResponse(c, describeIssues(body.error.issues), 'company');
      const { paymentConfig, ...company } = body.data;
      const isFirst = c.req.method === 'POST';
      const outcome = await saveBilling(
        context,
        actorOf(c),
        { company, paymentConfig },
        isFirst ? 'none' : 'some',
      );
      if (outcome.kind !== 'billing') return problemResponse(c, outcome, 'company');
      return c.json(outcome.billing, isFirst ? 201 : 200);
    });
  }

  return api;
}
