import { Form, useLocation, useNavigation } from '@remix-run/react';
import { ConfirmDialog } from '~/components/dialog-form/confirm-dialog';
import { SeenFields } from '~/components/typed-form/seen-fields';
import { useWrongFocus } from '~/components/typed-form/use-wrong-focus';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { CodeBlock } from '~/components/ui/code-block';
import { CollapsibleCard } from '~/components/ui/collapsible-card';
import { describeField } from '~/components/ui/fields/field';
import { TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { LinkButton } from '~/components/ui/link';
import type { PublicFormSettings } from '~/services/public-forms/settings';

interface PublicFormCardProps {
  form: PublicFormSettings;
  /** Whether the deployed version has a form, and takes what is sent. */
  isTaking: boolean;
  /** What was typed last, why it was not saved, and how the form is by now where someone else has changed it. */
  outcome:
    | {
        typed: Record<string, string>;
        errors: Record<string, string[]>;
        failure: string | null;
        form: PublicFormSettings | null;
      }
    | undefined;
}

/** Shows the address that members hand out. */
export function PublicFormAddress({ url }: { url: string }) {
  return <CodeBlock label="Address of the public form" note="For everybody" code={url} wrap />;
}

/** Asks before the address ends that may stand in mails and on websites. */
function NewAddressDialog({ action }: { action: string }) {
  return (
    <ConfirmDialog
      title="New address"
      text="The present address ends at once, wherever it was handed out. People who open it read that no form is there."
      action={action}
      intent="public-form-move"
      confirm="Give a new address"
      pendingText="Changing..."
    />
  );
}

/** Sets whether people without an account can fill in the form, and what its page says. */
export function PublicFormCard({ form: opened, isTaking, outcome }: PublicFormCardProps) {
  const { isOn, url, title, description, thanks } = outcome?.form ?? opened;
  const element = useWrongFocus(outcome);
  const intent = useNavigation().formData?.get('intent');
  const { pathname, search } = useLocation();
  const typed = outcome?.typed ?? { title, description, thanks };
  const fieldOf = (name: string, required = false) =>
    describeField(name, { required, initialValue: typed[name] ?? '', errors: outcome?.errors[name] ?? [] });
  return (
    <CollapsibleCard
      title="Public form"
      summary={isOn ? 'On' : 'Off'}
      isValid={outcome === undefined}
      isOpen={isOn || outcome !== undefined}
    >
      {isOn && search === '?ask=new-address' && <NewAddressDialog action={pathname} />}
      <div className="flex flex-col gap-field">
        <p className="text-ink-muted">
          {isOn
            ? 'Everybody who has its address can fill in the form, without an account.'
            : 'Let people without an account, such as customers, fill in the form at an address that nobody can guess.'}
        </p>
        {outcome?.failure && (
          <Banner tone="bad" title="Error" live>
            {outcome.failure}
          </Banner>
        )}
        {isOn && !isTaking && (
          <Banner tone="warn" title="The form is closed">
            People read that it is closed, until the integration is deployed with a form and not paused.
          </Banner>
        )}
        {url && <PublicFormAddress url={url} />}
        <Form
          ref={element}
          method="post"
          noValidate
          {...keepsTyping}
          preventScrollReset
          className="flex flex-col gap-field"
        >
          <input type="hidden" name="intent" value="public-form" />
          <SeenFields {...{ isOn, title, description, thanks }} />
          <TextField field={fieldOf('title', true)} label="Title" autoComplete="off" />
          <TextAreaField field={fieldOf('description')} label="Description" rows={2} />
          <TextAreaField
            field={fieldOf('thanks')}
            label="Thank-you text"
            hint="What people read once they sent it. Empty for the usual words."
            rows={2}
          />
          <div>
            <Button
              type="submit"
              variant={isOn ? 'secondary' : 'primary'}
              pending={intent === 'public-form'}
              pendingText="Saving..."
            >
              {isOn ? 'Save texts' : 'Turn on'}
            </Button>
          </div>
        </Form>
        {isOn && (
          <Form method="post" preventScrollReset className="flex flex-wrap gap-3 border-t border-line pt-4">
            <LinkButton to="?ask=new-address" preventScrollReset>
              New address…
            </LinkButton>
            <Button type="submit" name="intent" value="public-form-off">
              Turn off
            </Button>
          </Form>
        )}
      </div>
    </CollapsibleCard>
  );
}
