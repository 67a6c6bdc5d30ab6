import type { ReactNode } from 'react';

/** One chapter of the page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-14 flex flex-col gap-6">
      <h2 className="border-b border-line pb-2 text-lg font-medium">{title}</h2>
      {children}
    </section>
  );
}

/** Samples in a row, under a caption. */
export function Samples({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-3 text-[0.8125rem] font-medium text-ink-muted">{title}</h3>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  );
}
