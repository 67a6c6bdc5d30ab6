import type { ReactNode } from 'react';

/** A part of a call's log with a title. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 overflow-clip rounded-md border border-line">
      <h5 className="border-b border-line px-5 py-2.5 text-[0.8125rem] font-medium text-ink-muted sm:px-6">
        {title}
      </h5>
      <div className="px-5 py-3 sm:px-6">{children}</div>
    </section>
  );
}
