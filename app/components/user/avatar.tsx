/** A person as one or two letters. The name stands beside it or in the control's label. */
export function Avatar({ initials }: { initials: string }) {
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-full bg-accent text-xs font-medium text-on-accent forced-colors:outline"
    >
      {initials}
    </span>
  );
}
