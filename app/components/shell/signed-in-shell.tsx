import { useLocation, useNavigation } from '@remix-run/react';
import { Building2, CreditCard, LogOut, UserRound } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { PaletteButton } from '../command-palette/palette-button';
import { dialogUrl } from '../dialog-form/dialog-url';
import { UserDialogs } from './user-dialogs';
import { AppShell } from './app-shell';
import { Avatar } from '../user/avatar';
import { DeferredMenuEntries } from './deferred-menu-entries';
import { LazyLoadingScreen, usePreloadLoadingScreen } from './lazy-loading-screen';
import { LogoutForm } from './logout-form';
import { OrganizationSwitcher } from '../organization-switcher/organization-switcher';
import { displayNameOf, initialsOf, type Person } from '../user/user-name';
import { lazyPart, Nothing } from '../network/lazy-part';
import { useHydrated } from '../ui/use-hydrated';
import { Menu, MenuButton, MenuLink } from '../ui/menu';

/** The entries stand in the server's page; their script loads after that of the screen. */
const LazyMenuEntries = lazyPart(
  import.meta.env.SSR && DeferredMenuEntries,
  () => import('./deferred-menu-entries').then((loaded) => loaded.DeferredMenuEntries),
  { without: Nothing },
);

/** The button is useful only with script, and loads after the screen. */
const LazyPaletteButton = lazyPart(
  import.meta.env.SSR && PaletteButton,
  () => import('../command-palette/palette-button').then((loaded) => loaded.PaletteButton),
  { without: Nothing },
);

interface SignedInShellProps {
  user: Person;
  organizationName: string;
  /** The paths between which no loading screen is shown: the screen itself shows that it waits, or stays as it is. */
  area?: RegExp;
  /** Whether the screen has several panes, and a bar of its own that stays at the top. */
  isWide?: boolean;
  /** The id of what the skip link leads to, when that is only a part of the content. */
  skipTo?: string;
  children: ReactNode;
}

/** The frame around a signed-in person's screen: their account, their organization, and the logout. */
export function SignedInShell({
  user,
  organizationName,
  area,
  isWide = false,
  skipTo,
  children,
}: SignedInShellProps) {
  const name = displayNameOf(user);
  const location = useLocation();
  const { state, location: next } = useNavigation();
  const path = next?.pathname ?? '';
  const isLeaving = state === 'loading' && !(area ? area.test(path) : path === location.pathname);
  const hydrated = useHydrated();
  usePreloadLoadingScreen();
  return (
    <AppShell
      isWide={isWide}
      skipTo={skipTo}
      switcher={<OrganizationSwitcher organizationName={organizationName} />}
      menu={
        <div className="flex shrink-0 items-center gap-2">
          <div className="size-9 @min-[64rem]:w-60">{hydrated && <LazyPaletteButton />}</div>
          <Menu
            button={
              <>
                <Avatar initials={initialsOf(user)} />
                <span dir="auto" className="max-w-40 truncate @max-[40rem]:sr-only">
                  {name}
                </span>
              </>
            }
            heading={
              <>
                <span dir="auto" className="block truncate text-left font-medium">
                  {name}
                </span>
                <span className="block truncate text-ink-muted">{user.email}</span>
              </>
            }
          >
            <MenuLink to={dialogUrl(location, 'profile')} icon={UserRound}>
              Edit Profile
            </MenuLink>
            <MenuLink to={dialogUrl(location, 'billing')} icon={CreditCard}>
              Billing & Account
            </MenuLink>
            <MenuLink to="/organization/settings" icon={Building2}>
              Organization Settings
            </MenuLink>
            <LazyMenuEntries />
            <LogoutForm>
              <MenuButton icon={LogOut}>Logout</MenuButton>
            </LogoutForm>
          </Menu>
        </div>
      }
    >
      {isLeaving && <LazyLoadingScreen path={path} />}
      <div className="contents peer-data-felt:hidden">
        <UserDialogs user={user} />
        {children}
      </div>
    </AppShell>
  );
}
