import { useLocation, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { SkeletonList } from '../ui/skeleton';
import { LoadingPlaceholder } from './loading-placeholder';

interface ReloadingListProps {
  /** The parameters of the address that choose the rows. */
  params: string[];
  children: ReactNode;
}

/**
 * The rows of a list in a card. While other rows load, empty rows stand over them once the wait is felt. The list keeps its
 * height, so nothing moves.
 */
export function ReloadingList({ params, children }: ReloadingListProps) {
  const isWaiting = useIsTurning(params);
  return (
    <div className="relative" aria-busy={isWaiting}>
      {isWaiting && (
        <LoadingPlaceholder>
          <SkeletonList className="absolute inset-0 overflow-hidden" rows={50} />
        </LoadingPlaceholder>
      )}
      <div className="peer-data-felt:invisible">{children}</div>
    </div>
  );
}

/** Checks whether this page is being loaded with another value of one of the parameters. */
function useIsTurning(params: string[]): boolean {
  const { pathname, search } = useLocation();
  const { state, location: next } = useNavigation();
  if (state !== 'loading' || next.pathname !== pathname) return false;
  const [shown, coming] = [new URLSearchParams(search), new URLSearchParams(next.search)];
  return params.some((name) => (shown.get(name) ?? '') !== (coming.get(name) ?? ''));
}
