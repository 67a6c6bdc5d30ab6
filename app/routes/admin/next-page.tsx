import { LinkButton } from '~/components/ui/link';

interface NextPageProps {
  /** The address of the first page, with its query. */
  first: string;
  isFirstPage: boolean;
  /** Behind which row the next page begins. */
  nextBefore: string | null;
}

/** The ways through a list that is longer than a page. */
export function NextPage({ first, isFirstPage, nextBefore }: NextPageProps) {
  if (isFirstPage && nextBefore === null) return null;
  return (
    <div className="flex justify-end gap-3 border-t border-line px-5 py-4 sm:px-6">
      {!isFirstPage && <LinkButton to={first}>Newest</LinkButton>}
      {nextBefore !== null && <LinkButton to={`${first}&before=${nextBefore}`}>Older</LinkButton>}
    </div>
  );
}
