import { type FieldMetadata, useField } from '@conform-to/react';
import { Eye, RefreshCw } from '~/components/icons/icons';
import { CopyButton } from '~/components/ui/copy-button';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { CodeBlock } from '~/components/ui/code-block';
import { TextField } from '~/components/ui/fields/text-field';
import { Permitted } from '~/components/user/permitted';
import type { RevealedSecret } from '../../integration.$integrationId/revealed-secret';
import type { EditorForm } from '../form/editor-form';
import { Fold } from '../form/fields/fold';
import { useRenderedValue } from '../form/fields/use-rendered-value';
import type { SenderChoice } from './sender-choices.server';
import { useSenders } from './use-senders';

export interface SecretFieldProps {
  field: FieldMetadata<string, EditorForm>;
  freshSecret: string;
  revealed: RevealedSecret | undefined;
  /** A sentence that says until when the former secret is accepted; empty when there is none. */
  former: string;
  /** A sentence about a webhook without a secret. */
  open: string;
  /** The way in which the sender proves itself. With any but `auto`, every delivery is rejected without a secret. */
  scheme: string;
}

/** Shows the stored secret masked; one that was generated or typed stays readable until it is saved. */
export function SecretField({ field, freshSecret, revealed, former, open, scheme }: SecretFieldProps) {
  const isSenderNamed = scheme !== 'auto';
  const sender = useSenders().find((each) => each.name === scheme);
  // Subscribes to this field by its name, so that a key press renders this field and not the whole editor.
  const [secret, form] = useField<string, EditorForm>(field.name);
  const value = useRenderedValue(secret);
  const isStored = value?.startsWith('••••');
  // A new secret is readable in its field.
  const shown = isStored && revealed?.secret;
  // A stored secret takes one line, as long as there is nothing to say or do about it.
  const isSettled = isStored && secret.valid && !revealed && !former;
  const summary = isStored ? value : value && 'Not saved yet';
  return (
    <Fold title="Secret" summary={summary || 'Not set'} isHeldOpen={!isSettled}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-0 flex-1 basis-72">
            <TextField
              field={secret}
              label="Webhook Secret"
              hint={`${describeSecret(isSenderNamed, sender)} Changes apply once saved.`}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
            />
          </div>
          <div className="flex flex-wrap gap-3 *:min-h-10 *:min-w-10 sm:pt-6.5">
            <Permitted to="edit">
              {!sender?.issuesSecret && (
                <Button
                  type="submit"
                  icon={RefreshCw}
                  {...form.update.getButtonProps({ name: secret.name, value: freshSecret })}
                >
                  Generate secret
                </Button>
              )}
              {isStored && (
                <Button type="submit" name="intent" value="reveal" icon={Eye}>
                  Reveal
                </Button>
              )}
            </Permitted>
            {value && !isStored && (
              <CopyButton label="Webhook secret" text={value} size="md" variant="secondary" />
            )}
          </div>
        </div>
        <p aria-live="polite" className="sr-only">
          {value && value === freshSecret && 'A new secret is in the field. It applies once saved.'}
        </p>
        {!value && (
          <Banner tone="warn" title={isSenderNamed ? 'This webhook is closed' : 'This webhook is open'}>
            {isSenderNamed ? 'Without a secret to prove who sends, every delivery is rejected.' : open}
          </Banner>
        )}
        {shown && <CodeBlock label="Webhook secret" code={shown} wrap />}
        {former && (
          <p>
            {former}{' '}
            <Permitted to="edit">
              <Button type="submit" name="intent" value="end-former">
                End now
              </Button>
            </Permitted>
          </p>
        )}
        {revealed?.message && (
          <Banner tone="bad" live>
            {revealed.message}
          </Banner>
        )}
      </div>
    </Fold>
  );
}

function describeSecret(isSenderNamed: boolean, sender: SenderChoice | undefined): string {
  if (!isSenderNamed) return 'The sender puts it in X-Webhook-Signature or signs with it.';
  const label = sender?.label ?? 'The sender';
  return `${label} ${sender?.issuesSecret ? 'gives it to you' : 'has to know it'}: see “Who sends?” above.`;
}
