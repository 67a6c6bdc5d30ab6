import type { ReactNode } from 'react';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';

interface AlertsFrameProps {
  user: Parameters<typeof SignedInShell>[0]['user'];
  organizationName: string;
  children: ReactNode;
}

/** The page frame around a channel of the installation. */
export function AlertsFrame({ user, organizationName, children }: AlertsFrameProps) {
  return (
    <SignedInShell user={user} organizationName={organizationName} area={/^\/admin/}>
      <PageHeader
        title="Administration"
        subtitle="Who is notified about this installation."
        back={{ to: '/admin?view=alerts', label: 'Back to alerts' }}
      />
      <div className="flex flex-col gap-6">{children}</div>
    </SignedInShell>
  );
}
