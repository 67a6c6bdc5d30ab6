import { getFormProps } from '@conform-to/react';
import { DialogForm, useDialogForm } from '../dialog-form/dialog-form';
import { checkBy } from '../field-checks/check-by';
import { useCheckedForm } from '../field-checks/use-checked-form';
import { SeenFields } from '../typed-form/seen-fields';
import { keepsTyping } from '../typed-form/typing-marks';
import { Button } from '../ui/button';
import { DefinitionList } from '../ui/definition-list';
import { DialogActions } from '../ui/dialog';
import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link';
import { TextField } from '../ui/fields/text-field';
import { Building2 } from '~/components/icons/icons';
import { type BillingResponse, billingAction } from './billing-response';
import type { Company } from './billing-data';
import { formatWhileTyping, formatPostalCode } from './input-masks';

const loadCheck = checkBy(({ CompanyDetails: schema }) => schema);

const required = { required: true };

export function CompanyForm({ company, closeTo }: { company: Company | null; closeTo: string }) {
  const { Form, response, pending } = useDialogForm<BillingResponse>('company');
  const [form, fields] = useCheckedForm<Company>({
    id: 'company',
    lastResult: response?.result,
    defaultValue: company ?? undefined,
    constraint: {
      companyName: required,
      taxId: required,
      address: required,
      city: required,
      postalCode: required,
      country: required,
    },
    loadCheck,
  });
  return (
    <DialogForm
      {...{ Form, response, closeTo }}
      form={{ ...getFormProps(form), ...keepsTyping }}
      action={billingAction}
      intent="company"
    >
      <SeenFields {...(response?.seen ?? company)} />
      <div className="grid gap-field sm:grid-cols-2">
        <TextField
          data-autofocus
          field={fields.companyName}
          label="Company name"
          autoComplete="organization"
        />
        <TextField field={fields.taxId} label="Tax ID" autoComplete="off" />
      </div>
      <TextField field={fields.address} label="Address" autoComplete="street-address" />
      <div className="grid gap-field sm:grid-cols-3">
        <TextField
          field={fields.postalCode}
          label="Postal code"
          autoComplete="postal-code"
          autoCapitalize="characters"
          maxLength={20}
          onInput={formatWhileTyping(formatPostalCode)}
        />
        <TextField field={fields.city} label="City" autoComplete="address-level2" />
        <TextField field={fields.country} label="Country" autoComplete="country-name" />
      </div>
      <DialogActions>
        <LinkButton to={closeTo} preventScrollReset>
          Cancel
        </LinkButton>
        <Button type="submit" variant="primary" pending={pending} pendingText="Saving...">
          Save company details
        </Button>
      </DialogActions>
    </DialogForm>
  );
}

/** The details as members see them who may not change them. */
export function CompanyDetails({ company }: { company: Company | null }) {
  if (!company) {
    return (
      <EmptyState
        headingLevel={3}
        icon={Building2}
        title="No company details yet"
        text="An owner or admin of the organization can add them."
      />
    );
  }
  return (
    <DefinitionList
      items={[
        ['Company name', company.companyName],
        ['Tax ID', company.taxId],
        ['Address', company.address],
        ['Postal code', company.postalCode],
        ['City', company.city],
        ['Country', company.country],
      ]}
    />
  );
}
