import { Circle, CircleCheck } from '~/components/icons/icons';
import type { ReactNode } from 'react';

export function ChecklistItem({ done, children }: { done: boolean; children: ReactNode }) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex items-center gap-3">
      <Icon aria-hidden className={done ? 'size-5 text-good' : 'size-5 text-line-strong'} />
      <span className={done ? undefined : 'text-ink-muted'}>
        {children}
        <span className="sr-only">{done ? ': done' : ': not done'}</span>
      </span>
    </li>
  );
}
