import { Form, useNavigation } from '@remix-run/react';
import { type Icon, Terminal, Zap } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { triggerIcons } from '~/components/integration/trigger-icons';
import { nameTrigger } from '~/components/integration/trigger-names';
import { FormKey } from '~/components/network/form-key';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { TextAreaField } from '~/components/ui/fields/text-field';

/** The pasted command, and why it could not be used. */
export interface StartOutcome {
  command: string;
  error: string;
}

/** The templates that an integration with this trigger can begin with. */
export interface TemplateGroup {
  trigger: string;
  templates: { key: string; name: string; description: string }[];
}

interface StartCardsProps {
  templates: TemplateGroup[];
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
      <ul className="mt-4 grid gap-4 md:grid-cols-2">
        {templates.map((group) => (
          <TemplateCard key={group.trigger} group={group} pending={pending} />
        ))}
        <li className={`${card} py-5 md:col-span-2`}>
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

interface TemplateCardProps {
  group: TemplateGroup;
  pending: FormDataEntryValue | null | undefined;
}

/** The templates that begin with the same trigger, one a line. A long list has a row of its own, a shorter one two short ones beside it. */
function TemplateCard({ group: { trigger, templates }, pending }: TemplateCardProps) {
  const isLong = templates.length > 5;
  const span = isLong ? 'md:col-span-2' : templates.length > 2 ? 'md:row-span-2' : '';
  return (
    <li className={`${card} pt-4 pb-2.5 ${span}`}>
      <Heading icon={triggerIcons[trigger] ?? Zap} title={nameTrigger(trigger)} />
      <ul className={isLong ? 'mt-2 grid gap-x-10 md:grid-cols-2' : 'mt-2'}>
        {templates.map(({ key, name, description }) => (
          <li key={key} className="flex items-start gap-4 border-t border-line py-2.5">
            <div className="min-w-0 grow">
              <p className="font-medium">{name}</p>
              <p className="mt-0.5 text-ink-muted">{description}</p>
            </div>
            <StartForm start={key} className="shrink-0">
              <Button type="submit" size="sm" pending={pending === key} pendingText="Creating...">
                Use this<span className="sr-only"> for {name}</span>
              </Button>
            </StartForm>
          </li>
        ))}
      </ul>
    </li>
  );
}

const card = 'flex min-w-0 flex-col rounded-lg border border-line bg-surface-raised px-5 shadow-raised';

function Heading({ icon: Icon, title, text }: { icon: Icon; title: string; text?: string }) {
  return (
    <div className={text === undefined ? 'flex items-center gap-3' : 'flex gap-3'}>
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-ink forced-colors:outline">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0">
        <h3 className="font-medium">{title}</h3>
        {text !== undefined && <p className="mt-1 text-ink-muted">{text}</p>}
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
