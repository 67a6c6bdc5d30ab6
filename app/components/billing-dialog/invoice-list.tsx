import { Download } from '~/components/icons/icons';
import { Badge } from '../ui/badge';
import { Banner } from '../ui/banner';
import { LinkButton } from '../ui/link';
import { formatAmount, formatDate, type Invoice } from './billing-data';

export function InvoiceList({ organizationId, invoices }: { organizationId: string; invoices: Invoice[] }) {
  return (
    <div className="flex flex-col gap-field">
      <Banner title="Sample data">
        These invoices show what the list will look like. Nothing was charged.
      </Banner>
      <ul className="divide-y divide-line rounded-md border border-line">
        {invoices.map(({ number, issuedAt, amountCents, status }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {number}
                <Badge tone="good">{status === 'paid' ? 'Paid' : status}</Badge>
              </p>
              <p className="mt-0.5 text-[0.8125rem] text-ink-muted tabular-nums">
                {formatDate(issuedAt)} · {formatAmount(amountCents)}
              </p>
            </div>
            <LinkButton
              to={`/api/billing-details/${organizationId}/invoices/${number}`}
              reloadDocument
              download
              icon={Download}
              size="sm"
            >
              Download<span className="sr-only"> {number}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
