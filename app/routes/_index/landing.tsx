import { ArrowRight, Blocks, Braces, type Icon, Zap } from '~/components/icons/icons';
import { Logo } from '~/components/shell/logo';
import { SkipLink } from '~/components/shell/skip-link';
import { buttonClassName } from '~/components/ui/button';
import { joinClassNames } from '~/components/ui/class-names';
import { LinkButton } from '~/components/ui/link';
import { type EarlyAccessResponse, EarlyAccessSection } from './early-access-section';
import logsDark from './pictures/logs-dark.png?url';
import logsLight from './pictures/logs-light.png?url';

const features: { icon: Icon; title: string; text: string }[] = [
  {
    icon: Blocks,
    title: 'Easy API Configuration',
    text: 'Method, URL, headers, authentication and body in one place. No code, no deployment pipeline.',
  },
  {
    icon: Braces,
    title: 'Visual Field Mapping',
    text: 'Take values out of any payload or response and use them in every later call.',
  },
  {
    icon: Zap,
    title: 'Smart Triggers',
    text: 'A webhook starts the chain the moment something happens, and every delivery is kept.',
  },
];

interface LandingProps {
  signUp: 'open' | 'invite' | 'closed';
  earlyAccess: EarlyAccessResponse | undefined;
}

/** The page for visitors who are not signed in. */
export function Landing({ signUp, earlyAccess }: LandingProps) {
  const isOpen = signUp === 'open';
  return (
    <>
      <SkipLink />
      <header className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center justify-between gap-3 px-gutter">
        <Logo compact />
        <nav aria-label="Account" className="flex flex-wrap items-center gap-2">
          <a href="/docs" className={joinClassNames(buttonClassName('quiet'), 'max-sm:hidden')}>
            Documentation
          </a>
          <LinkButton to="/login" variant="quiet" className="max-sm:px-2">
            Log in
          </LinkButton>
          {isOpen && (
            <LinkButton to="/signup" variant="primary" className="max-sm:px-3">
              Sign up
            </LinkButton>
          )}
        </nav>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-6xl px-gutter pb-24 outline-none">
        <section className="grid items-center gap-12 py-14 sm:py-20 lg:grid-cols-[1.1fr_1fr]">
          <div>
            <h1 className="text-4xl font-medium tracking-tight text-balance sm:text-5xl">
              Connect your APIs without writing the glue
            </h1>
            <p className="mt-5 max-w-xl text-lg leading-7 text-ink-muted">
              A webhook comes in, your calls go out in order, and every request and response is there to read.
              Acknowledged means on disk.
            </p>
            <div className="mt-8 flex gap-3 max-sm:flex-col">
              {isOpen && (
                <LinkButton to="/signup" variant="primary" size="lg">
                  Create an account
                  <ArrowRight aria-hidden className="size-4" />
                </LinkButton>
              )}
              {isOpen ? (
                <a href="#run-it" className={buttonClassName('secondary', 'lg')}>
                  Run it yourself
                </a>
              ) : (
                <LinkButton to="/login" variant="primary" size="lg">
                  Log in
                </LinkButton>
              )}
            </div>
            {!isOpen && (
              <p className="mt-4 text-ink-muted">
                {signUp === 'invite'
                  ? 'Accounts are by invitation only. Ask someone on your team to invite you.'
                  : 'Sign-up is closed. If you were invited, use the link in the invitation email.'}
              </p>
            )}
          </div>
          <Terminal lines={hero} label="A delivery is acknowledged with 202 and run" />
        </section>
        <section aria-label="Features" className="grid gap-4 md:grid-cols-3">
          {features.map(({ icon: Icon, title, text }) => (
            <div key={title} className="rounded-lg border border-line bg-surface-raised p-6 shadow-raised">
              <span className="grid size-10 place-items-center rounded-md bg-accent-soft text-accent-ink forced-colors:outline">
                <Icon aria-hidden className="size-5" />
              </span>
              <h2 className="mt-4 text-base font-medium">{title}</h2>
              <p className="mt-1.5 leading-6 text-ink-muted">{text}</p>
            </div>
          ))}
        </section>
        <section aria-labelledby="log-title" className="pt-16">
          <h2 id="log-title" className="text-2xl font-medium tracking-tight">
            Read what happened, call by call
          </h2>
          <p className="mt-3 max-w-2xl leading-6 text-ink-muted">
            Each execution keeps what came in, what every call sent and got, how long it took, and why it
            failed. Replay it from the start or from the call that failed.
          </p>
          <LogPicture src={logsLight} className="[display:var(--show-in-light)]" />
          <LogPicture src={logsDark} className="[display:var(--show-in-dark)]" />
        </section>
        <section
          id="run-it"
          aria-labelledby="run-it-title"
          className="grid scroll-mt-8 items-center gap-8 py-16 lg:grid-cols-[1.1fr_1fr] lg:gap-12"
        >
          <div>
            <h2 id="run-it-title" className="text-2xl font-medium tracking-tight">
              One process, one file
            </h2>
            <p className="mt-3 max-w-xl leading-6 text-ink-muted">
              Node and SQLite. No queue, no cache, no second service. Backups, metrics and search are in the
              box, and the licence is MIT.
            </p>
          </div>
          <Terminal lines={commands} label="Two commands that start it" />
        </section>
        <EarlyAccessSection response={earlyAccess} />
      </main>
      <footer className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-gutter py-6 text-ink-muted">
        <span>Wicked Integrations</span>
        <nav aria-label="Documentation" className="flex flex-wrap gap-x-5">
          <a href="/docs" className={footerLink}>
            Docs
          </a>
          <a href="/api/docs" className={footerLink}>
            API
          </a>
          <a href="/changelog" className={footerLink}>
            Changelog
          </a>
        </nav>
      </footer>
    </>
  );
}

/** The picture for one theme; the browser does not load the hidden one. */
function LogPicture({ src, className }: { src: string; className: string }) {
  return (
    <img
      src={src}
      alt="The log of an execution: its calls with their times, and the response of one of them."
      width={1280}
      height={720}
      loading="lazy"
      decoding="async"
      className={joinClassNames('mt-8 h-auto w-full rounded-lg border border-line shadow-overlay', className)}
    />
  );
}

const footerLink = 'inline-flex min-h-6 items-center rounded-sm hover:text-ink hover:underline';

/** A line of texts, each with its look. */
type Line = [text: string, look?: 'good' | 'faint'][];

const hero: Line[] = [
  [['$ ', 'faint'], ['curl -X POST https://hooks.example.com/webhook/4f0c…']],
  [['    -d \'{"order": {"id": 1043, "total": 4200}}\'']],
  [['202 Accepted', 'good'], [' {"executionId": "01a2…", "status": "queued"}']],
  [],
  [['✓', 'good'], [' GET   Fetch order      '], ['{{customer}}', 'faint']],
  [['✓', 'good'], [' POST  Charge card      '], ['{{charge_id}}', 'faint']],
  [['↻ kill -9, restart, goes on where it was', 'faint']],
  [['✓', 'good'], [' POST  Create shipment  '], ['once', 'faint']],
];

const commands: Line[] = [
  [['$ ', 'faint'], ['git clone … && cd wicked-integrations']],
  [['$ ', 'faint'], ['npm start']],
];

const looks = { good: 'text-good-ink', faint: 'text-ink-muted' };

/** Shows lines of a terminal, dark on dark pages and light on light ones. */
function Terminal({ lines, label }: { lines: Line[]; label: string }) {
  return (
    <figure
      aria-label={label}
      className="min-w-0 rounded-lg border border-line bg-surface-raised shadow-overlay"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys */}
      <pre tabIndex={0} className="overflow-x-auto rounded-lg p-5 font-mono text-[0.8125rem] leading-6">
        {lines.map((line) => (
          <span key={line.map(([text]) => text).join('')} className="block min-h-6">
            {line.map(([text, look]) => (
              <span key={text} className={look && looks[look]}>
                {text}
              </span>
            ))}
          </span>
        ))}
      </pre>
    </figure>
  );
}
