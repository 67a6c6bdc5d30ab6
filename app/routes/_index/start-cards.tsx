import { Form, useNavigation } from '@remix-run/react';
import { Braces, CalendarClock, type Icon, Terminal, Webhook } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { FormKey } from '~/components/network/form-key';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { TextAreaField } from '~/components/ui/fields/text-field';

/** The pasted command, and why it could not be used. */
export interface StartOutcome {
  command: string;
  error: string;
}

/** A template that an integration can begin with. */
export interface Template {
  key: string;
  name: string;
  description: string;
}

const icons: Partial<Record<string, Icon>> = { sync: CalendarClock, graphql: Braces };

interface StartCardsProps {
  templates: Template[];
  outcome: StartOutcome | undefined;
}

/** Offers templates, and a pasted command, to begin with; each leads to a filled-in editor. */
export function StartCards({ templates, outcome }: StartCardsProps) {
  const sent = useNavigation().formData;
  const pending = sent?.get('intent') === 'start' ? sent.get('start') : undefined;
  return (
    <section aria-labelledby="start-title" className="mt-8">
      <h2 id="start-title" className="text-base font-medium">
        Or start from one of these
      </h2>
      <ul className="mt-4 grid gap-4 md:grid-cols-3">
        {templates.map(({ key, name, description }) => (
          <li key={key} className={card}>
            <Heading icon={icons[key] ?? Webhook} title={name} text={description} />
            <StartForm start={key} className="mt-auto pt-5">
              <Button type="submit" className="w-full" pending={pending === key} pendingText="Creating...">
                Use this<span className="sr-only"> for {name}</span>
              </Button>
            </StartForm>
          </li>
        ))}
        <li className={`${card} md:col-span-3`}>
          <Heading
            icon={Terminal}
            title="Paste a cURL command"
            text="From a browser’s network tab or an API’s documentation. It becomes the first call."
          />
          <StartForm start="curl" className="mt-4 flex grow flex-col gap-4">
            <TextAreaField
              key={outcome?.command}
              field={describeField('command', { required: true, errors: outcome && [outcome.error] })}
              label="cURL command"
              hideLabel
              defaultValue={outcome?.command}
              placeholder="curl https://api.example.com/orders -H 'Accept: application/json'"
              rows={3}
              spellCheck={false}
              className="font-mono text-[0.8125rem]"
            />
            <Button
              type="submit"
              className="mt-auto self-start"
              pending={pending === 'curl'}
              pendingText="Creating..."
            >
              Create from command
            </Button>
          </StartForm>
        </li>
      </ul>
    </section>
  );
}

const card = 'flex min-w-0 flex-col rounded-lg border border-line bg-surface-raised p-5 shadow-raised';

function Heading({ icon: Icon, title, text }: { icon: Icon; title: string; text: string }) {
  return (
    <div className="flex gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-ink">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0">
        <h3 className="font-medium">{title}</h3>
        <p className="mt-1 text-ink-muted">{text}</p>
      </div>
    </div>
  );
}

interface StartFormProps {
  start: string;
  className: string;
  children: ReactNode;
}

function StartForm({ start, className, children }: StartFormProps) {
  return (
    <Form method="post" action="/?index" preventScrollReset className={className}>
      <input type="hidden" name="intent" value="start" />
      <FormKey />
      <input type="hidden" name="start" value={start} />
      {children}
    </Form>
  );
}
