import { Radio, RadioGroup, type RadioGroupProps, type RadioProps } from './radio-group';

/** A choice among a few options that each need an explanation, as the kind of a connection. It consists of radio buttons. */
export function RadioCards(props: RadioGroupProps) {
  return (
    <RadioGroup
      {...props}
      Option={Card}
      className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]"
    />
  );
}

function Card(option: RadioProps) {
  const { label, text, icon: Icon } = option;
  return (
    <label className="flex gap-3 rounded-lg border border-line-strong/60 bg-surface-raised p-4 shadow-raised transition-colors hover:bg-surface-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:bg-surface-sunken has-disabled:text-ink-muted">
      <Radio {...option} className="mt-0.5 size-4 shrink-0 outline-none" />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="font-medium">{label}</span>
        {text && <span className="text-[0.8125rem] text-ink-muted">{text}</span>}
      </span>
      {Icon && <Icon aria-hidden className="size-5 shrink-0 text-ink-muted" />}
    </label>
  );
}
