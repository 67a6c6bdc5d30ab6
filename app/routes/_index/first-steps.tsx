import { Check } from '~/components/icons/icons';
import { RelativeTime } from '~/components/time/relative-time';
import { joinClassNames } from '~/components/ui/class-names';
import { CodeBlock } from '~/components/ui/code-block';
import { TextLink } from '~/components/ui/link';

/** An organization's progress with its first integration. */
export interface FirstSteps {
  steps: Record<'name' | 'call' | 'test' | 'deploy', boolean>;
  /** The first delivery to try out; null until a webhook is deployed. */
  delivery: FirstDelivery | null;
}

interface FirstDelivery {
  integrationId: string;
  /** The execution of the first delivery; null until it arrives. */
  arrived: { id: string; at: number } | null;
  /** A command for a terminal; null when only the sender itself can send a delivery. */
  command: string | null;
  /** Whether the command has a mask in place of the secret. */
  needsSecret: boolean;
}

const labels: { step: keyof FirstSteps['steps']; title: string; text: string }[] = [
  { step: 'name', title: 'Name', text: 'Create an integration.' },
  { step: 'call', title: 'Add a call', text: 'A method and a URL are enough.' },
  { step: 'test', title: 'Test', text: 'Run it once and read each response.' },
  { step: 'deploy', title: 'Deploy', text: 'From then on, its trigger starts it.' },
];

/** Shows four steps that are ticked off as the user does them, and then the first delivery. */
export function FirstStepsCard({ steps: { steps, delivery } }: { steps: FirstSteps }) {
  const done = Object.values(steps).filter(Boolean).length;
  return (
    <section
      aria-labelledby="first-steps-title"
      className="@container mb-6 rounded-lg border border-line bg-surface-raised p-5 shadow-raised sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="first-steps-title" className="text-base font-medium">
          Your first integration
        </h2>
        <p className="text-[0.8125rem] text-ink-muted tabular-nums">{done} of 4 done</p>
      </div>
      {/* Container queries in rem: with larger text, there are fewer columns. */}
      <ol className="mt-4 grid gap-x-6 gap-y-4 @lg:grid-cols-2 @4xl:grid-cols-4">
        {labels.map(({ step, title, text }, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className={joinClassNames(
                'grid size-6 shrink-0 place-items-center rounded-full text-xs font-medium tabular-nums forced-colors:outline',
                steps[step] ? 'bg-good-soft text-good-ink' : 'bg-surface-hover text-ink-muted',
              )}
            >
              {steps[step] ? <Check className="size-4" /> : index + 1}
            </span>
            <div className="min-w-0">
              <p className="font-medium">
                {title}
                <span className="sr-only">{steps[step] ? ' (done)' : ' (to do)'}</span>
              </p>
              <p className="text-[0.8125rem] text-ink-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      {delivery && <Delivery delivery={delivery} />}
    </section>
  );
}

function Delivery({
  delivery: { integrationId, arrived, command, needsSecret },
}: {
  delivery: FirstDelivery;
}) {
  return (
    <div className="mt-5 border-t border-line pt-5">
      {command !== null && !arrived && (
        <>
          <p className="mb-3 text-ink-muted">
            Paste this into a terminal and watch the delivery arrive here.
            {needsSecret && (
              <>
                {' '}
                Put the secret in, which{' '}
                <TextLink to={`/integration/${integrationId}/deploy`}>Test &amp; Deploy</TextLink> reveals.
              </>
            )}
          </p>
          <CodeBlock label="Command" code={command} />
        </>
      )}
      <div className="mt-3 flex first:mt-0 flex-wrap items-center gap-x-2">
        <output className="flex flex-wrap items-center gap-x-2">
          {arrived ? (
            <>
              <Check aria-hidden className="size-4 shrink-0 text-good" />
              <span className="font-medium text-good-ink">The first delivery arrived.</span>
              <TextLink to={`/integration/${integrationId}/logs?execution=${arrived.id}`}>
                Read its log
              </TextLink>
            </>
          ) : (
            <>
              <span aria-hidden className="size-2 shrink-0 animate-pulse rounded-full bg-info" />
              <span className="text-ink-muted">Waiting for the first delivery …</span>
            </>
          )}
        </output>
        {/* Not in the live region, which would be read again with each minute that passes. */}
        {arrived && (
          <span className="text-ink-muted">
            <RelativeTime at={arrived.at} />
          </span>
        )}
      </div>
    </div>
  );
}
