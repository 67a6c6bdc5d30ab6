import { Link, useNavigation, useRouteLoaderData } from '@remix-run/react';
import { ChevronsUpDown, Plus } from '~/components/icons/icons';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../network/lazy-part';
import { useHydrated } from '../ui/use-hydrated';
import { useCloseOnOutsideClick } from '../ui/use-close-outside';
import { OrganizationMark } from './organization-mark';
import { OrganizationButtons, switchAction, type SwitcherProps } from './organization-buttons';

/** The search, loaded when the list is opened for the first time. If the network is gone by then, the plain list stays. */
const LazySearch = lazyPart(
  false,
  () => import('./organization-search').then((loaded) => loaded.OrganizationSearch),
  {
    until: () => <p className="px-3 py-4 text-center text-ink-muted">Loading...</p>,
    without: OrganizationButtons,
  },
);

/** The part of the root loader's data that is used here. */
type RootLoader = () => Promise<{
  viewer: {
    membership: { organizationId: string } | undefined;
    memberships: SwitcherProps['memberships'];
  } | null;
}>;

/**
 * The name of the organization, which opens the list of all organizations of the user. It is a `<details>`, so that it opens
 * without script, too. It then holds a button for each; with script, a list that the user can search by typing.
 */
export function OrganizationSwitcher({ organizationName }: { organizationName: string }) {
  const viewer = useRouteLoaderData<RootLoader>('root')?.viewer;
  const isSwitching = useNavigation().formAction === switchAction;
  const hydrated = useHydrated();
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useCloseOnOutsideClick(details);
  // The user may have opened it before script ran.
  useEffect(() => setOpen(details.current?.open ?? false), []);
  if (viewer === null) return <span className="block truncate text-ink-muted">Not logged in</span>;

  const props = { memberships: viewer?.memberships ?? [], selectedId: viewer?.membership?.organizationId };
  return (
    <details
      ref={details}
      className="group relative"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex h-10 min-w-0 items-center gap-2 rounded-md px-2 font-medium transition-colors select-none hover:bg-surface-hover">
        {props.selectedId && <OrganizationMark id={props.selectedId} name={organizationName} />}
        <span dir="auto" className="truncate @max-[16rem]:sr-only">
          {isSwitching ? 'Loading...' : organizationName}
        </span>
        <span className="sr-only">Switch organization</span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
      </summary>
      <div className="absolute left-0 z-30 mt-2 w-72 max-w-[calc(100vw-6rem)] animate-rise rounded-lg border border-line bg-surface-raised p-1 shadow-overlay">
        {!hydrated && <OrganizationButtons {...props} />}
        {isOpen && (
          <LazySearch
            {...props}
            close={() => {
              // The browser's `toggle` event comes later, and says "open" if the user has opened it again by then.
              setOpen(false);
              if (details.current) details.current.open = false;
              details.current?.querySelector('summary')?.focus();
            }}
          />
        )}
        <Link
          to="/organization/new"
          className="mt-1 flex min-h-9 items-center gap-3 rounded-sm border-t border-line px-3 py-2 font-medium hover:bg-surface-hover"
        >
          <Plus aria-hidden className="size-4 shrink-0 text-ink-muted" />
          Create organization
        </Link>
      </div>
    </details>
  );
}
