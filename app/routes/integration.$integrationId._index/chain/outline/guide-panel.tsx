import type { ReactNode } from 'react';
import { DetailsChevron } from '~/components/ui/details-chevron';

interface GuidePanelProps {
  title: string;
  /** Whether the panel begins open. */
  isOpen?: boolean;
  children: ReactNode;
}

export function GuidePanel({ title, isOpen = false, children }: GuidePanelProps) {
  return (
    <details open={isOpen}>
      <summary className="flex min-h-touch items-center gap-2 rounded-lg px-4 hover:bg-surface-hover">
        <DetailsChevron />
        <h3 className="font-medium">{title}</h3>
      </summary>
      <div className="px-4 pt-1 pb-4 text-ink-muted sm:pl-10">{children}</div>
    </details>
  );
}
