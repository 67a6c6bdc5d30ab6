import { Fragment, type ReactNode } from 'react';

/** Labels and their values, side by side where there is room. An absent value is shown as a dash. */
export function DefinitionList({ items }: { items: [label: string, value: ReactNode][] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 sm:grid-cols-[minmax(8rem,max-content)_1fr] sm:gap-y-3">
      {items.map(([label, value]) => (
        <Fragment key={label}>
          <dt className="min-w-0 wrap-anywhere text-ink-muted">{label}</dt>
          <dd className="mb-3 min-w-0 wrap-anywhere tabular-nums last:mb-0 sm:mb-0">{value ?? '–'}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
