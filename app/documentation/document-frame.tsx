import type { ReactNode } from 'react';
import { useRouteLoaderData } from '@remix-run/react';
import { Logo } from '~/components/shell/logo';
import { SkipLink } from '~/components/shell/skip-link';
import { joinClassNames } from '~/components/ui/class-names';

const places = [
  { address: '/docs', title: 'Docs' },
  { address: '/api/docs', title: 'API' },
  { address: '/changelog', title: 'Changelog' },
];

interface DocumentFrameProps {
  /** The address of the place that the page belongs to. */
  current: string;
  version: string;
  children: ReactNode;
}

/**
 * The frame of every page of the documentation. Its links are plain ones: such a page has no script, so the browser loads the
 * linked page as a whole.
 */
export function DocumentFrame({ current, version, children }: DocumentFrameProps) {
  const root = useRouteLoaderData<() => Promise<{ viewer: object | null }>>('root');
  return (
    <>
      <SkipLink />
      <header className="border-b border-line">
        <div className="mx-auto flex min-h-16 max-w-[90rem] flex-wrap items-center gap-x-3 px-gutter sm:gap-x-8">
          <a href="/" aria-label="Wicked Integrations" className="block shrink-0 rounded-md">
            <Logo compact />
          </a>
          <nav aria-label="Documentation" className="flex flex-wrap gap-x-3 sm:gap-x-6">
            {places.map(({ address, title }) => (
              <a
                key={address}
                href={address}
                aria-current={address === current ? 'page' : undefined}
                className={joinClassNames(linkLook, address === current ? 'text-ink' : 'text-ink-muted')}
              >
                {title}
              </a>
            ))}
          </nav>
          <a
            href={root?.viewer ? '/' : '/login'}
            className={joinClassNames(linkLook, 'ml-auto text-ink-muted')}
          >
            {root?.viewer ? 'Dashboard' : 'Log in'}
          </a>
        </div>
      </header>
      {children}
      <footer className="mx-auto max-w-[90rem] px-gutter">
        <p className="border-t border-line py-6 text-ink-muted">
          Documentation of Wicked Integrations {version}, the version that runs here.
        </p>
      </footer>
    </>
  );
}

const linkLook = 'inline-flex min-h-9 items-center rounded-sm font-medium hover:text-ink hover:underline';
