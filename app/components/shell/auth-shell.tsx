import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Logo } from './logo';
import { SkipLink } from './skip-link';

interface AuthShellProps {
  title: string;
  text?: ReactNode;
  /** The text below the card, as 'New here? Create an account'. */
  footer?: ReactNode;
  /** Whether the card is wide enough for two columns of fields. */
  wide?: boolean;
  children?: ReactNode;
}

/** The frame of the screens around signing in: one card in the middle. */
export function AuthShell({ title, text, footer, wide = false, children }: AuthShellProps) {
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 py-10 sm:justify-center sm:py-16">
      <SkipLink />
      <header className="mb-8">
        <Link to="/" className="block rounded-md">
          <Logo />
        </Link>
      </header>
      <main id="content" tabIndex={-1} className={`w-full outline-none ${wide ? 'max-w-lg' : 'max-w-md'}`}>
        <div className="rounded-lg border border-line bg-surface-raised p-6 shadow-raised sm:p-8">
          <h1 className="text-xl font-medium tracking-tight text-balance wrap-anywhere">{title}</h1>
          {text && <p className="mt-1.5 wrap-anywhere text-ink-muted">{text}</p>}
          {children && <div className="mt-6">{children}</div>}
        </div>
        {footer && <div className="mt-6 text-center text-ink-muted">{footer}</div>}
      </main>
    </div>
  );
}
