import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { Building2, LogOut, Settings, UserRound } from '~/components/icons/icons';
import { AppShell } from '~/components/shell/app-shell';
import { AuthShell } from '~/components/shell/auth-shell';
import { Avatar } from '~/components/user/avatar';
import { PageHeader } from '~/components/shell/page-header';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { LinkButton, TextLink } from '~/components/ui/link';
import { Menu, MenuButton, MenuLink } from '~/components/ui/menu';
import { PasswordField } from '~/components/ui/fields/password-field';
import { TextField } from '~/components/ui/fields/text-field';
import { ColourSection } from './colour-section';
import { ControlSection } from './control-section';
import { DataSection } from './data-section';
import { DeleteDialog } from './delete-dialog';
import { FeedbackSection } from './feedback-section';
import { FieldSection } from './field-section';
import { NavigationSection } from './navigation-section';

export const meta: MetaFunction = () => [{ title: 'Design · Wicked Integrations' }];

/** The design language on one page. Only the development server has it: see `app/routes.ts`. */
export function loader({ request }: LoaderFunctionArgs) {
  return { now: Date.now(), frame: new URL(request.url).searchParams.get('frame') };
}

export default function Design() {
  const { now, frame } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  if (frame === 'auth') return <SignIn />;
  return (
    <AppShell switcher={<Switcher />} menu={<AccountMenu />}>
      {search.get('dialog') === 'delete' && <DeleteDialog />}
      <PageHeader
        title="Design"
        subtitle="Every component in every state. Look at it at 360, 768 and 1280 pixels, in both themes, with and without script."
        badges={<Badge tone="accent">Development only</Badge>}
        back={{ to: '/', label: 'Back to Dashboard' }}
        actions={
          <>
            <LinkButton to="/design?frame=auth">Sign-in frame</LinkButton>
            <LinkButton to="/design?dialog=delete" variant="primary" preventScrollReset>
              Open dialog
            </LinkButton>
          </>
        }
      />
      <ColourSection />
      <ControlSection />
      <FieldSection />
      <NavigationSection tab={search.get('tab') ?? 'overview'} />
      <FeedbackSection />
      <DataSection now={now} />
    </AppShell>
  );
}

function Switcher() {
  return (
    <span className="flex items-center gap-2 font-medium">
      <Building2 aria-hidden className="hidden size-4 shrink-0 text-ink-muted sm:block" />
      <span className="truncate">acme robotics</span>
    </span>
  );
}

function AccountMenu() {
  return (
    <Menu
      button={
        <>
          <Avatar initials="AL" />
          <span className="sr-only">Account</span>
        </>
      }
      heading={
        <>
          <p className="font-medium">Ada Lovelace</p>
          <p className="text-[0.8125rem] text-ink-muted">ada@example.com</p>
        </>
      }
    >
      <MenuLink to="/design?dialog=delete" icon={UserRound}>
        Edit Profile
      </MenuLink>
      <MenuLink to="/design" icon={Settings}>
        Organization Settings
      </MenuLink>
      <MenuButton type="button" icon={LogOut} danger>
        Logout
      </MenuButton>
    </Menu>
  );
}

function SignIn() {
  return (
    <AuthShell
      title="Welcome back"
      text="Sign in to your account."
      footer={
        <>
          New here? <TextLink to="/design">Create an account</TextLink>
        </>
      }
    >
      <form className="flex flex-col gap-field">
        <TextField
          field={describeField('email', { required: true })}
          label="Email"
          type="email"
          autoComplete="username"
        />
        <PasswordField
          field={describeField('password', { required: true, errors: ['Password is required'] })}
          label="Password"
          autoComplete="current-password"
          aside={<TextLink to="/design?frame=auth">Forgot password?</TextLink>}
        />
        <Button type="submit" variant="primary" size="lg">
          Sign in
        </Button>
      </form>
    </AuthShell>
  );
}
