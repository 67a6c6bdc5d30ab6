import type { ReactNode } from 'react';
import { DetailsChevron } from '~/components/ui/details-chevron';

export function GuidePanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="flex min-h-touch items-center gap-2 rounded-lg px-4 hover:bg-surface-hover">
        <DetailsChevron />
        <h3 className="font-medium">{title}</h3>
      </summary>
      <div className="px-4 pt-1 pb-4 text-ink-muted sm:pl-10">{children}</div>
    </details>
  );
}
