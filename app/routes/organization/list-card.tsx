import type { Icon } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';

interface ListCardProps {
  title: string;
  text: string;
  /** The link that leads to a new item, with its label; undefined for who may not make one. */
  make: { to: string; label: string } | undefined;
  /** The content while the list is empty. */
  empty: { icon: Icon; title: string; text: ReactNode };
  isEmpty: boolean;
  children: ReactNode;
}

/** The card with the list of values, connections or something similar, and the link to a new one. */
export function ListCard({ title, text, make, empty, isEmpty, children }: ListCardProps) {
  const link = make && (
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
