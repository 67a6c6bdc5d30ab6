import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { redirectWithToast } from '~/auth/toast-cookie';
import { type DialogView, dialogUrl } from '~/components/dialog-form/dialog-url';
import type { BillingResponse, BillingIntent } from '~/components/billing-dialog/billing-response';
import type { AppContext } from '~/context';
import { CompanyDetails, PaymentCard, WebhookTest } from '~/fields';
import { describeProblem, type Problem } from '~/problem';
import type { ProblemArea } from '~/problem-areas';
import { testPayment as runPaymentTest, testWebhook as runWebhookTest } from '~/services/billing/sandbox';
import {
  type BillingOutcome,
  companyUpdatedMessage,
  CompanyResponse,
  paymentUpdatedMessage,
  readBilling,
  saveBilling,
  savePayment,
} from '~/services/billing/details';
import type { Actor } from '~/services/actor';
import { readSeen } from '../forms/read-seen.server';

interface Submitted {
  app: AppContext;
  actor: Actor;
  form: FormData;
  returnTo: string;
}

export async function submitCompany(submitted: Submitted) {
  const { app, actor, form } = submitted;
  const submission = parseWithZod(form, { schema: CompanyDetails });
  const response = { ...startResponse('company', submitted), result: submission.reply() };
  if (submission.status !== 'success') return data(response, { status: 422 });
  const seen = readSeen(form, Object.keys(CompanyResponse.shape));
  const save = () => saveBilling(app, actor, { company: submission.value }, 'any', seen);
  const outcome = await attempt(app, save);
  if (outcome.kind === 'conflict' && outcome.fields) {
    // A second save comes after the warnings at the fields, and replaces what stands there now.
    const present = await readBilling(app, actor);
    const stored = present.kind === 'billing' ? CompanyResponse.parse(present.billing) : undefined;
    const result = submission.reply({ fieldErrors: outcome.fields });
    return data({ ...response, result, seen: stored }, { status: 409 });
  }
  if (outcome.kind !== 'billing') return refuse(response, outcome, 'company');
  return finish(submitted, 'billing-company', companyUpdatedMessage);
}

export async function submitPayment(submitted: Submitted) {
  const { app, actor, form } = submitted;
  const submission = parseWithZod(form, { schema: PaymentCard });
  // The number and the CVV are not sent back, not even to the user who typed them.
  const result = submission.reply({ hideFields: ['cardNumber', 'cvv'] });
  const response = { ...startResponse('payment', submitted), result };
  if (submission.status !== 'success') return data(response, { status: 422 });
  const outcome = await attempt(app, () => savePayment(app, actor, submission.value));
  if (outcome.kind !== 'billing') return refuse(response, outcome, 'payment');
  return finish(submitted, 'billing', paymentUpdatedMessage);
}

export async function submitPaymentTest(submitted: Submitted) {
  const response = startResponse('test-payment', submitted);
  const outcome = await runPaymentTest(submitted.app, submitted.actor);
  return outcome.kind === 'tested'
    ? data({ ...response, report: outcome.report })
    : refuse(response, outcome);
}

export async function submitWebhookTest(submitted: Submitted) {
  const submission = parseWithZod(submitted.form, { schema: WebhookTest });
  const response = { ...startResponse('test-webhook', submitted), result: submission.reply() };
  if (submission.status !== 'success') return data(response, { status: 422 });
  const outcome = await runWebhookTest(submitted.app, submitted.actor, submission.value.url);
  return outcome.kind === 'tested'
    ? data({ ...response, report: outcome.report })
    : refuse(response, outcome);
}

function startResponse(intent: BillingIntent, { returnTo }: Submitted): BillingResponse {
  return { intent, returnTo, result: null, failure: null, report: null };
}

/** Saves billing details. An unexpected error is logged, and reported in the dialog, which keeps what was typed. */
async function attempt(app: AppContext, save: () => Promise<BillingOutcome>): Promise<BillingOutcome> {
  try {
    return await save();
  } catch (error) {
    app.log.error({ err: error }, 'billing details could not be saved');
    return { kind: 'internal' };
  }
}

function refuse(response: BillingResponse, problem: Problem, area?: ProblemArea) {
  const { body, ...init } = describeProblem(problem, area);
  return data({ ...response, failure: body.message }, init);
}

function finish({ app, returnTo }: Submitted, view: DialogView, description: string) {
  const url = dialogUrl(new URL(returnTo, 'http://ours.invalid'), view);
  return redirectWithToast(app, url, { tone: 'success', title: 'Success', description });
}
