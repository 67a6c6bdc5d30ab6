import { Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '~/context';
import { CompanyDetails } from '~/fields';
import { readBilling, saveBilling } from '~/services/billing';
import { answerProblem, type ApiEnv, readJson } from './answer';
import { authorizeMember } from './authorize';

const Body = CompanyDetails.extend({ paymentConfig: z.unknown().optional() });

/** `/api/billing-details/{organizationId}`. What is not the caller's answers like what does not exist. */
export function createBillingApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  api.get('/:organizationId', async (c) => {
    const actor = await authorizeMember(context, c, c.req.param('organizationId'));
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const outcome = readBilling(context, actor);
    return outcome.kind === 'billing' ? c.json(outcome.billing) : answerProblem(c, outcome);
  });

  api.on(['POST', 'PUT'], '/:organizationId', async (c) => {
    const actor = await authorizeMember(context, c, c.req.param('organizationId'));
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const body = await readJson(c, Body);
    if (body.kind !== 'value') return answerProblem(c, body, 'company');
    const { paymentConfig, ...company } = body.value;
    const isFirst = c.req.method === 'POST';
    const outcome = saveBilling(context, actor, { company, paymentConfig }, isFirst ? 'none' : 'some');
    if (outcome.kind !== 'billing') return answerProblem(c, outcome, 'company');
    return c.json(outcome.billing, isFirst ? 201 : 200);
  });

  return api;
}
