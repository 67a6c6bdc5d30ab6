import type { ListQuery } from './list-query';

interface ListStatusProps {
  list: ListQuery;
  /** The number of cards on this page. */
  shown: number;
  hasMore: boolean;
}

/** Tells users of screen readers the result of a search, which others see. */
export function ListStatus({ list, shown, hasMore }: ListStatusProps) {
  const count = `${shown}${hasMore ? '+' : ''} ${shown === 1 ? 'integration' : 'integrations'}`;
  return (
    <output className="sr-only">
      {shown === 0 ? describeEmpty(list) : list.page > 1 ? `Page ${list.page}: ${count}` : count}
    </output>
  );
}

/** Describes why there are no cards. */
export function describeEmpty({ search, tag }: ListQuery): string {
  const tagged = tag && `tagged “${tag}”`;
  if (search) {
    return tagged
      ? `No integration ${tagged} contains “${search}”.`
      : `No name, description, tag or host of a call contains “${search}”.`;
  }
  return tagged ? `No integration is ${tagged}.` : 'This page is empty.';
}
