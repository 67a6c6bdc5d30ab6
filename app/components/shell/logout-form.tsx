import type { FormEvent, ReactNode } from 'react';
import { failures, lossTexts } from '../../failures';
import { forgetTyping } from '../network/kept-typing-key';
import { reportLogOut } from '../network/session-sync';
import { useToasts } from '../ui/toast';

/** Checks whether the user has logged out here, so that another page takes the place of this one. */
export function isLoggedOut(): boolean {
  return 'loggedOut' in document.documentElement.dataset;
}

/**
 * A form that logs out. Script sends it by `fetch`, so that the page stays without a response, and otherwise loads anew with
 * nothing of the user left. `keepsTyping`: a user whose session had ended comes back to what they typed.
 */
export function LogoutForm({
  keepsTyping = false,
  children,
}: {
  keepsTyping?: boolean;
  children: ReactNode;
}) {
  const toasts = useToasts();

  async function logOut(event: FormEvent) {
    event.preventDefault();
    const response = await fetch('/logout', {
      method: 'POST',
      headers: { Accept: 'application/json' },
      redirect: 'manual',
    }).catch(() => undefined);
    // The page follows the redirect itself, with its toast.
    if (response?.type === 'opaqueredirect') {
      if (!keepsTyping) {
        forgetTyping();
        reportLogOut();
      }
      document.documentElement.dataset.loggedOut = '';
      return window.location.assign('/login');
    }
    const { title, text } = failures.logout;
    const description = response ? text : lossTexts.network;
    toasts.add({ tone: 'destructive', title, description, durationMs: 3000 });
  }

  return (
    <form method="post" action="/logout" onSubmit={(event) => void logOut(event)}>
      {children}
    </form>
  );
}
