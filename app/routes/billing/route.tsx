import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { type ClientActionFunctionArgs, isRouteErrorResponse, useLoaderData } from '@remix-run/react';
import { requireActor, requireMembership } from '~/auth/guards';
import { readReturnPath } from '~/auth/return-path';
import { billingAction } from '~/components/billing-dialog/billing-response';
import { SubmittedBillingDialog } from '~/components/billing-dialog/billing-dialog';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { revalidateOnlyAt } from '~/components/network/network-error';
import { describeCompanyLoss, paymentLossText } from '~/problem-areas';
import { describeBilling } from '~/services/billing/overview';
import { submitCompany, submitPayment, submitPaymentTest, submitWebhookTest } from './billing-action';

export { headers } from '~/components/network/form-route';

export const shouldRevalidate = revalidateOnlyAt(billingAction);

export const meta: MetaFunction = () => [{ title: 'Billing & Account Settings · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  return {
    user,
    organizationName: membership.organizationName,
    billing: await describeBilling(app, membership),
  };
}

/** Handles the forms of the billing dialog, whichever page it is open on. */
export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const form = await request.formData();
  const submitted = { app, actor, form, returnTo: readReturnPath(form.get('returnTo')) };
  switch (form.get('intent')) {
    case 'payment':
      return submitPayment(submitted);
    case 'test-payment':
      return submitPaymentTest(submitted);
    case 'test-webhook':
      return submitWebhookTest(submitted);
    default:
      return submitCompany(submitted);
  }
}

/** Returns the server's response. Without one, the dialog stays as it is and shows the reason. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error;
    const text = form.get('intent') === 'payment' ? paymentLossText : describeNetworkFailure(error);
    const nothing = { intent: form.get('intent'), returnTo: '/', result: null, report: null };
    return { ...nothing, failure: text, isNetworkError: true };
  }
}

function describeNetworkFailure(error: unknown): string {
  // `fetch` rejects with a TypeError when there was no response (Fetch Standard §5.6).
  if (error instanceof TypeError) return describeCompanyLoss('network');
  if (isRouteErrorResponse(error)) return describeCompanyLoss(error.status);
  return describeCompanyLoss(error instanceof Error ? 'error' : 'unknown');
}

/** The page that shows the dialog after a form without script that does not close it. */
export default function BillingPage() {
  const { user, organizationName, billing } = useLoaderData<typeof loader>();
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <SubmittedBillingDialog billing={billing} />
    </SignedInShell>
  );
}
