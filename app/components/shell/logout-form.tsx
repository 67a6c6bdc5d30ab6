import type { FormEvent, ReactNode } from 'react';
import { failures, lossTexts } from '../../failures';
import { forgetTyping } from '../network/kept-typing-key';
import { useToasts } from '../ui/toast';

/**
 * A form that logs out. Script asks for it beside the page, which stays when there is no response, and then loads anew, so
 * that nothing is left in it of who was there. `keepsTyping`: whose session was over comes back to what they typed.
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
    // The redirect is for the page to follow, with the toast that it carries.
    if (response?.type === 'opaqueredirect') {
      if (!keepsTyping) forgetTyping();
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
