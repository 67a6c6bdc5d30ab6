import { Radio, RadioGroup, type RadioGroupProps, type RadioProps } from './radio-group';

/** A choice among a few options side by side, as the kind of trigger; their texts are tooltips. */
export function RadioRow(props: RadioGroupProps) {
  return (
    <RadioGroup
      {...props}
      Option={Segment}
      className="grid grid-cols-2 gap-1 rounded-md border border-line-strong/60 bg-surface-sunken p-1 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none"
    />
  );
}

function Segment(option: RadioProps) {
  const { label, text } = option;
  return (
    <label
      title={typeof text === 'string' ? text : undefined}
      className="flex min-h-9 items-center justify-center gap-2 rounded-sm px-3 text-ink-muted transition-colors hover:text-ink has-checked:bg-surface-raised has-checked:font-medium has-checked:text-accent-ink has-checked:shadow-raised has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed"
    >
      <Radio {...option} className="size-4 shrink-0 outline-none" />
      <span>{label}</span>
    </label>
  );
}
