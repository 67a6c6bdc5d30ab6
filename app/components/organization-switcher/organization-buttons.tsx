import { Form } from '@remix-run/react';
import { Check } from '~/components/icons/icons';
import { OrganizationMark } from './organization-mark';
import { roleNameOf } from '../user/role-name';

export const switchAction = '/organization/switch';

export interface OrganizationChoice {
  organizationId: string;
  organizationName: string;
  role: string;
}

export interface SwitcherProps {
  memberships: OrganizationChoice[];
  selectedId: string | undefined;
}

/** The plain list: a button for each organization. */
export function OrganizationButtons({ memberships, selectedId }: SwitcherProps) {
  return (
    <Form method="post" action={switchAction} className="max-h-72 overflow-y-auto">
      {memberships.map((each) => (
        <button
          key={each.organizationId}
          name="organizationId"
          value={each.organizationId}
          aria-current={each.organizationId === selectedId ? 'true' : undefined}
          className="flex w-full items-center gap-3 rounded-sm px-3 py-2 text-left hover:bg-surface-hover"
        >
          <ChoiceLine choice={each} isSelected={each.organizationId === selectedId} />
        </button>
      ))}
    </Form>
  );
}

/** The name, the role and, for the selected organization, a check mark. */
export function ChoiceLine({ choice, isSelected }: { choice: OrganizationChoice; isSelected: boolean }) {
  return (
    <>
      <OrganizationMark id={choice.organizationId} name={choice.organizationName} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-left font-medium">
          {choice.organizationName}
        </span>
        <span className="block text-xs text-ink-muted">{roleNameOf(choice.role)}</span>
      </span>
      {isSelected && <Check aria-hidden className="size-4 shrink-0 text-accent-ink" />}
    </>
  );
}
