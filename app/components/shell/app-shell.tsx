import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { joinClassNames } from '../ui/class-names';
import { Logo } from './logo';
import { SkipLink } from './skip-link';

interface AppShellProps {
  /** The organization switcher. */
  switcher?: ReactNode;
  /** The account menu. */
  menu?: ReactNode;
  /** Whether the screen has several panes, and a bar of its own that stays at the top in place of this frame's. */
  isWide?: boolean;
  /** The id of what the skip link leads to, when that is only a part of the content. */
  skipTo?: string | undefined;
  children: ReactNode;
}

/** The frame of every screen for signed-in people: top bar and one column of content. */
export function AppShell({ switcher, menu, isWide = false, skipTo, children }: AppShellProps) {
  const width = isWide ? 'max-w-[90rem]' : 'max-w-6xl';
  return (
    <>
      <SkipLink to={skipTo} />
      {/* The bar's own width, in sizes of the text, decides what it shows: the window's width does not grow with the text. */}
      <header
        data-top-bar={isWide ? undefined : true}
        className={joinClassNames(
          '@container z-20 border-b border-line bg-surface/90 backdrop-blur-md',
          isWide ? 'relative print:hidden' : 'sticky top-0 short:static',
        )}
      >
        <div
          className={joinClassNames(
            'mx-auto flex h-16 items-center justify-between gap-3 px-gutter',
            // Large text on a phone leaves room for the marks and the search alone.
            '@max-[16rem]:gap-0 @max-[16rem]:[&_summary]:gap-0 @max-[16rem]:[&_summary]:px-0 @max-[16rem]:[&_summary>svg]:hidden',
            width,
          )}
        >
          <div className="flex min-w-0 items-center gap-3 @max-[16rem]:gap-1">
            <Link to="/" className="block shrink-0 rounded-md">
              <Logo compact />
            </Link>
            {switcher && (
              <>
                <span aria-hidden className="h-6 w-px shrink-0 rotate-12 bg-line @max-[16rem]:hidden" />
                <div className="min-w-0">{switcher}</div>
              </>
            )}
          </div>
          {menu}
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={joinClassNames(
          'mx-auto px-gutter outline-none',
          width,
          isWide ? 'pt-4 pb-5' : 'pt-8 pb-24 sm:pt-10',
        )}
      >
        {children}
      </main>
    </>
  );
}
