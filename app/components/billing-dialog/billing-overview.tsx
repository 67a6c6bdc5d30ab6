import { formatCount } from '~/engine/texts/format-count';
import { CreditCard } from '~/components/icons/icons';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { DefinitionList } from '../ui/definition-list';
import { LinkButton } from '../ui/link';
import { BillingSandbox } from './billing-sandbox';
import { type BillingData, formatAmount, formatDate, type Plan } from './billing-data';

interface BillingOverviewProps {
  billing: BillingData;
  closeTo: string;
  paymentTo: string;
}

export function BillingOverview({ billing, closeTo, paymentTo }: BillingOverviewProps) {
  return (
    <div className="flex flex-col gap-field">
      <div className="grid gap-field sm:grid-cols-2">
        <CurrentPlan plan={billing.plan} />
        <PaymentMethod billing={billing} paymentTo={paymentTo} />
      </div>
      <BillingSandbox closeTo={closeTo} {...billing} />
    </div>
  );
}

function CurrentPlan({ plan }: { plan: Plan }) {
  return (
    <Card title="Current Plan" headingLevel={3} actions={<Badge tone="info">Sample data</Badge>}>
      <p className="flex flex-wrap items-center gap-2 text-lg font-medium">
        <span>{plan.name}</span>
        <Badge tone="good">{plan.status === 'active' ? 'Active' : plan.status}</Badge>
      </p>
      <p className="mt-1 mb-4 text-ink-muted">{formatAmount(plan.amountCents).replace('.00', '')}/month</p>
      <ul className="mb-4 flex flex-col gap-1">
        <li>{formatCount(plan.triggersPerMonth)} triggers per month</li>
        <li>Unlimited integrations</li>
      </ul>
      <p className="text-ink-muted">Next billing date: {formatDate(plan.nextBillingAt)}</p>
    </Card>
  );
}

function PaymentMethod({ billing, paymentTo }: { billing: BillingData; paymentTo: string }) {
  const { card, canChange } = billing;
  return (
    <Card
      title="Payment Method"
      headingLevel={3}
      actions={card?.isExpired && <Badge tone="bad">Expired</Badge>}
      footer={
        canChange && (
          <LinkButton
            to={paymentTo}
            preventScrollReset
            icon={CreditCard}
            className="max-sm:px-gutter max-sm:[&_svg]:hidden"
          >
            Update Payment Method
          </LinkButton>
        )
      }
    >
      {card ? (
        <>
          <p className="mb-4 text-lg font-medium tabular-nums">
            {card.brand} <span aria-hidden>•••• </span>
            <span className="sr-only">ending in </span>
            {card.lastFour}
          </p>
          <DefinitionList
            items={[
              ['Expires', card.expiryDate],
              ['Cardholder', card.cardholderName],
            ]}
          />
        </>
      ) : (
        <p className="text-ink-muted">No payment method yet.</p>
      )}
    </Card>
  );
}
