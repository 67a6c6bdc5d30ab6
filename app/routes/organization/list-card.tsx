import type { Icon } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';

interface ListCardProps {
  title: string;
  text: string;
  /** The link that leads to a new item, with its label. */
  make: { to: string; label: string };
  /** The content while the list is empty. */
  empty: { icon: Icon; title: string; text: string };
  isEmpty: boolean;
  children: ReactNode;
}

/** The card with the list of values or connections, and the link to a new one. */
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
