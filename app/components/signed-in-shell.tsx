import { Form, useLocation } from '@remix-run/react';
import { Building2, CreditCard, LogOut, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { dialogAddress } from './account-dialog/address';
import { AccountDialog } from './account-dialog/account-dialog';
import { AppShell } from './app-shell';
import { Avatar } from './avatar';
import { OrganizationSwitcher } from './organization-switcher/organization-switcher';
import { displayNameOf, initialsOf, type Person } from './person-name';
import { Menu, MenuButton, MenuLink } from './ui/menu';

interface SignedInShellProps {
  user: Person;
  organizationName: string;
  children: ReactNode;
}

/** The frame around a signed-in person's screen: whose it is, for which organization, and the way out. */
export function SignedInShell({ user, organizationName, children }: SignedInShellProps) {
  const name = displayNameOf(user);
  const location = useLocation();
  return (
    <AppShell
      switcher={<OrganizationSwitcher organizationName={organizationName} />}
      menu={
        <Menu
          button={
            <>
              <Avatar initials={initialsOf(user)} />
              <span className="max-w-40 truncate max-sm:sr-only">{name}</span>
            </>
          }
          heading={
            <>
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-ink-muted">{user.email}</span>
            </>
          }
        >
          <MenuLink to={dialogAddress(location, 'profile')} icon={UserRound}>
            Edit Profile
          </MenuLink>
          <MenuLink to={dialogAddress(location, 'billing')} icon={CreditCard}>
            Billing & Account
          </MenuLink>
          <MenuLink to="/organization/settings" icon={Building2}>
            Organization Settings
          </MenuLink>
          <Form method="post" action="/logout">
            <MenuButton icon={LogOut}>Logout</MenuButton>
          </Form>
        </Menu>
      }
    >
      <AccountDialog user={user} />
      {children}
    </AppShell>
  );
}
