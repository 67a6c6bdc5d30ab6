/** The logo's mark: a W whose strokes are the calls of a chain, and the dot of the trigger. */
function LogoMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M7.5 11.5 12 22l4-9 4 9 4.2-9.8"
        fill="none"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-accent"
      />
      <circle cx="24.6" cy="9.2" r="2.2" className="fill-on-accent" />
    </svg>
  );
}

/** The mark and the name. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <LogoMark />
      <span className={compact ? 'sr-only sm:not-sr-only @max-[40rem]:sr-only!' : undefined}>
        <span className="font-medium whitespace-nowrap">Wicked Integrations</span>
      </span>
    </span>
  );
}
