import { getFormProps } from '@conform-to/react';
import { DialogForm, useDialogForm } from '../dialog-form/dialog-form';
import { checkBy } from '../field-checks/check-by';
import { useCheckedForm } from '../field-checks/use-checked-form';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { DialogActions } from '../ui/dialog';
import { LinkButton, TextLink } from '../ui/link';
import { TextField } from '../ui/fields/text-field';
import { type BillingResponse, billingAction } from './billing-response';
import { formatWhileTyping, formatCardNumber, formatCvv, formatExpiry } from './input-masks';

const loadCheck = checkBy(({ PaymentCard }) => PaymentCard);

interface Card {
  cardNumber: string;
  expiryDate: string;
  cvv: string;
  cardholderName: string;
}

interface PaymentFormProps {
  hasCompany: boolean;
  closeTo: string;
  companyTo: string;
}

const required = { required: true };

export function PaymentForm({ hasCompany, closeTo, companyTo }: PaymentFormProps) {
  const { Form, response, pending } = useDialogForm<BillingResponse>('payment');
  const [form, fields] = useCheckedForm<Card>({
    id: 'payment',
    lastResult: response?.result,
    constraint: {
      cardNumber: required,
      expiryDate: required,
      cvv: required,
      cardholderName: required,
    },
    loadCheck,
  });
  if (!hasCompany) return <CompanyFirst companyTo={companyTo} />;
  return (
    <DialogForm
      {...{ Form, response, closeTo }}
      form={getFormProps(form)}
      action={billingAction}
      intent="payment"
    >
      <TextField
        data-autofocus
        field={fields.cardNumber}
        label="Card number"
        autoComplete="cc-number"
        inputMode="numeric"
        placeholder="1234 5678 9012 3456"
        maxLength={19}
        onInput={formatWhileTyping(formatCardNumber)}
      />
      <div className="grid gap-field min-[26rem]:grid-cols-2">
        <TextField
          field={fields.expiryDate}
          label="Expiry date"
          autoComplete="cc-exp"
          inputMode="numeric"
          placeholder="MM/YY"
          maxLength={5}
          onInput={formatWhileTyping(formatExpiry)}
        />
        <TextField
          field={fields.cvv}
          label="CVV"
          type="password"
          autoComplete="cc-csc"
          inputMode="numeric"
          maxLength={4}
          onInput={formatWhileTyping(formatCvv)}
        />
      </div>
      <TextField field={fields.cardholderName} label="Cardholder name" autoComplete="cc-name" />
      <p className="text-ink-muted">
        Only the brand, the last four digits, the expiry date and the name are kept. The number and the CVV
        are checked and not stored.
      </p>
      <DialogActions>
        <LinkButton to={closeTo} preventScrollReset>
          Cancel
        </LinkButton>
        <Button type="submit" variant="primary" pending={pending} pendingText="Updating...">
          Save payment method
        </Button>
      </DialogActions>
    </DialogForm>
  );
}

function CompanyFirst({ companyTo }: { companyTo: string }) {
  return (
    <Banner tone="warn">
      Please save company details first before adding payment method.{' '}
      <TextLink to={companyTo} preventScrollReset>
        Add company details
      </TextLink>
    </Banner>
  );
}
