import { useActionData } from '@remix-run/react';
import { type BillingView, type DialogView, dialogUrl } from '../dialog-form/dialog-url';
import { usePreloadAction } from '../dialog-form/dialog-form';
import { Banner } from '../ui/banner';
import { Dialog } from '../ui/dialog';
import { Tabs } from '../ui/tabs';
import { type BillingResponse, billingAction } from './billing-response';
import type { BillingData } from './billing-data';
import { CompanyDetails, CompanyForm } from './company-form';
import { InvoiceList } from './invoice-list';
import { BillingOverview } from './billing-overview';
import { PaymentForm } from './payment-form';

interface BillingDialogProps {
  billing: BillingData;
  view: BillingView;
  /** Returns the address of another view, or the address without the dialog. */
  addressOf: (view?: DialogView) => string;
}

const tabs: [view: BillingView, label: string][] = [
  ['billing', 'Overview'],
  ['billing-payment', 'Payment'],
  ['billing-company', 'Company'],
  ['billing-invoices', 'Invoices'],
];

export function BillingDialog({ billing, view, addressOf }: BillingDialogProps) {
  usePreloadAction(billingAction);
  return (
    <Dialog title="Billing & Account Settings" closeTo={addressOf()} width="lg">
      <div className="flex flex-col gap-6">
        <Tabs
          label="Billing & Account Settings"
          items={tabs.map(([each, label]) => ({ to: addressOf(each), label, isCurrent: each === view }))}
        />
        {billing.failure ? (
          <Banner tone="bad" title="Error" live>
            {billing.failure}
          </Banner>
        ) : (
          <BillingTab billing={billing} view={view} addressOf={addressOf} />
        )}
      </div>
    </Dialog>
  );
}

function BillingTab({ billing, view, addressOf }: BillingDialogProps) {
  const closeTo = addressOf();
  switch (view) {
    case 'billing':
      return <BillingOverview billing={billing} closeTo={closeTo} paymentTo={addressOf('billing-payment')} />;
    case 'billing-payment':
      if (!billing.canChange) return <ReadOnly />;
      return (
        <PaymentForm
          hasCompany={billing.company !== null}
          closeTo={closeTo}
          companyTo={addressOf('billing-company')}
        />
      );
    case 'billing-company':
      if (billing.canChange) return <CompanyForm company={billing.company} closeTo={closeTo} />;
      return (
        <>
          <ReadOnly />
          <CompanyDetails company={billing.company} />
        </>
      );
    case 'billing-invoices':
      return <InvoiceList {...billing} />;
  }
}

function ReadOnly() {
  return <Banner>Only owners and admins of the organization can change billing details.</Banner>;
}

/** The page that a form without script leads to when the dialog stays open. */
export function SubmittedBillingDialog({ billing }: { billing: BillingData }) {
  const response = useActionData<BillingResponse>();
  const returnTo = new URL(response?.returnTo ?? '/', 'http://ours.invalid');
  const views = { company: 'billing-company', payment: 'billing-payment' } as const;
  const view =
    response?.intent === 'company' || response?.intent === 'payment' ? views[response.intent] : 'billing';
  return <BillingDialog billing={billing} view={view} addressOf={(other) => dialogUrl(returnTo, other)} />;
}
