import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';

interface ListCardProps {
  title: string;
  text: string;
  /** Where a new one is made, and what the link there is called. */
  make: { to: string; label: string };
  /** What is shown while there are none. */
  empty: { icon: LucideIcon; title: string; text: string };
  isEmpty: boolean;
  children: ReactNode;
}

/** The list of values or connections in its card, with the link that makes one. */
export function ListCard({ title, text, make, empty, isEmpty, children }: ListCardProps) {
  const link = (
    <LinkButton to={make.to} variant="primary">
      {make.label}
    </LinkButton>
  );
  return (
    <Card title={title} text={text} actions={!isEmpty && link} flush>
      {isEmpty ? <EmptyState {...empty} action={link} headingLevel={3} /> : children}
    </Card>
  );
}
