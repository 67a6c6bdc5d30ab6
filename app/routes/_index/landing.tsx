import { ArrowRight, Blocks, Braces, type LucideIcon, Webhook, Zap } from 'lucide-react';
import { Logo } from '~/components/shell/logo';
import { MethodBadge } from '~/components/http/method-badge';
import { SkipLink } from '~/components/shell/skip-link';
import { Badge } from '~/components/ui/badge';
import { LinkButton } from '~/components/ui/link';
import { type EarlyAccessResponse, EarlyAccessSection } from './early-access-section';

const features: { icon: LucideIcon; title: string; text: string }[] = [
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

/** What guests see. */
export function Landing({ signUp, earlyAccess }: LandingProps) {
  const isOpen = signUp === 'open';
  return (
    <>
      <SkipLink />
      <header className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-3 px-gutter">
        <Logo />
        <nav aria-label="Account" className="flex items-center gap-2">
          <LinkButton to="/login" variant="quiet">
            Log in
          </LinkButton>
          {isOpen && (
            <LinkButton to="/signup" variant="primary" className="max-sm:hidden">
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
              A webhook comes in, your calls go out in order, and every request and answer is there to read.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              {isOpen && (
                <LinkButton to="/signup" variant="primary" size="lg">
                  Create an account
                  <ArrowRight aria-hidden className="size-4" />
                </LinkButton>
              )}
              <LinkButton to="/login" variant={isOpen ? 'secondary' : 'primary'} size="lg">
                Log in
              </LinkButton>
            </div>
            {signUp === 'invite' && (
              <p className="mt-4 text-ink-muted">
                Accounts are made by invitation here. Ask somebody of your team to invite you.
              </p>
            )}
          </div>
          <Picture />
        </section>
        <section aria-label="Features" className="grid gap-4 md:grid-cols-3">
          {features.map(({ icon: Icon, title, text }) => (
            <div key={title} className="rounded-lg border border-line bg-surface-raised p-6 shadow-raised">
              <span className="grid size-10 place-items-center rounded-md bg-accent-soft text-accent-ink">
                <Icon aria-hidden className="size-5" />
              </span>
              <h2 className="mt-4 text-base font-medium">{title}</h2>
              <p className="mt-1.5 leading-6 text-ink-muted">{text}</p>
            </div>
          ))}
        </section>
        <EarlyAccessSection response={earlyAccess} />
      </main>
    </>
  );
}

const picturedCalls = [
  { method: 'POST', name: 'Open a ticket', detail: '{{repo}} → ticket_id', duration: '182 ms' },
  { method: 'GET', name: 'Look up its owner', detail: '{{ticket_id}} → owner', duration: '64 ms' },
  { method: 'PATCH', name: 'Tell the team', detail: '{{owner}}', duration: '97 ms' },
];

/** An execution as the product shows it, for the eye only. */
function Picture() {
  return (
    <div aria-hidden className="rounded-lg border border-line bg-surface-raised p-4 shadow-overlay sm:p-6">
      <div className="flex items-center justify-between gap-3">
        <span className="flex items-center gap-2 font-medium">
          <Webhook className="size-4 text-accent" />
          Webhook received
        </span>
        <Badge tone="good">completed</Badge>
      </div>
      <ol className="mt-4 space-y-3">
        {picturedCalls.map(({ method, name, detail, duration }) => (
          <li key={name} className="flex items-center gap-3 rounded-md border border-line p-3">
            <MethodBadge method={method} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate font-mono text-xs text-ink-muted">{detail}</span>
            </span>
            <span className="text-xs text-ink-muted tabular-nums">{duration}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
