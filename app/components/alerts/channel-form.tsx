import { channelKinds, type ChannelKind } from '../../engine/alerts/names';
import { describeCut } from '../../engine/definition/max-offered';
import {
  codeInput,
  describeFields,
  TypedFormFrame,
  type TypedFormProps,
} from '../typed-form/typed-form-frame';
import { toTagValue } from '../integration/tag-value';
import { FormKey } from '../network/form-key';
import { Checkbox } from '../ui/fields/checkbox';
import { FieldErrors } from '../ui/fields/field';
import { SelectField, TextField } from '../ui/fields/text-field';
import { groupNames, kindNames } from './event-names';

export interface ChannelFormProps extends TypedFormProps {
  /** The address of the list. */
  list: string;
  /** The possible recipients of its emails: groups, then addresses. */
  recipients: string[];
  /** What it may be limited to; null for a channel of the installation. */
  watchable: Watchable | null;
}

interface Watchable {
  integrations: { id: string; name: string }[];
  tags: string[];
}

const figure = { type: 'number', min: 1, inputMode: 'numeric', autoComplete: 'off' } as const;

/** Where people are notified, and of what. What the chosen kind does not need is hidden. */
export function ChannelForm({ list, recipients, watchable, values, errors, ...frame }: ChannelFormProps) {
  const fieldOf = describeFields({ values, errors });
  return (
    <TypedFormFrame {...frame} errors={errors} save="Save Channel" list={list} className="group/channel">
      <FormKey />
      <div className="grid gap-field sm:grid-cols-2">
        <TextField field={fieldOf('name', true)} label="Name" autoComplete="off" />
        <SelectField field={fieldOf('kind')} label="Sent by">
          {channelKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={shownFor.email}>
        <SelectField
          field={fieldOf('recipients')}
          label="Emailed to"
          hint="Only people with a verified email. Anyone who leaves gets no more emails."
        >
          <FormerRecipient values={values} recipients={recipients} />
          {recipients.map((recipient) => (
            <option key={recipient} value={recipient}>
              {groupNames[recipient] ?? recipient}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={shownFor.web}>
        <TextField
          field={fieldOf('url', true)}
          label="Webhook URL"
          hint="Each message is posted there. Slack, Teams and Discord show it where you create an incoming webhook. Stored encrypted and shown masked."
          {...codeInput}
        />
      </div>
      <div className={shownFor.webhook}>
        <TextField
          field={fieldOf('secret', true)}
          label="Signing secret"
          hint="Messages are signed with it, as in Standard Webhooks. 16 characters or more. Copy it to the receiver before you save: afterwards it is shown masked."
          {...codeInput}
        />
      </div>
      <fieldset
        id={fieldOf('events').id}
        aria-describedby={errors.events?.length ? fieldOf('events').errorId : undefined}
        data-wrong={errors.events?.length ? true : undefined}
        className="flex flex-col gap-field border-t border-line pt-field"
      >
        <legend className="sr-only">Events</legend>
        <FieldErrors field={fieldOf('events')} />
        {watchable === null ? (
          <InstallationFields fieldOf={fieldOf} />
        ) : (
          <OrganizationFields fieldOf={fieldOf} watchable={watchable} />
        )}
        <TextField
          field={fieldOf('remindHours')}
          label="Reminder every (hours)"
          hint="While the problem lasts. Leave empty for no reminders."
          {...figure}
        />
      </fieldset>
    </TypedFormFrame>
  );
}

/** The stored choice that is none any more. Without it, a browser would show the first group, and Save would mail that. */
function FormerRecipient({ values, recipients }: Pick<ChannelFormProps, 'values' | 'recipients'>) {
  const former = values.recipients;
  if (former === undefined || recipients.includes(former)) return null;
  if (former) return <option value={former}>{former} (has left)</option>;
  return values.kind === 'email' ? <option value="">Choose who gets the emails</option> : null;
}

type FieldOf = ReturnType<typeof describeFields>;

function OrganizationFields({ fieldOf, watchable }: { fieldOf: FieldOf; watchable: Watchable }) {
  return (
    <>
      <WatchedField fieldOf={fieldOf} {...watchable} />
      <div className="grid gap-field sm:grid-cols-3">
        <TextField
          field={fieldOf('failing')}
          label="Failures in a row"
          hint="Notifies after this many failures in a row. Leave empty to turn it off."
          {...figure}
        />
        <TextField
          field={fieldOf('late')}
          label="Schedule late (minutes)"
          hint="Notifies when a scheduled run has not started this long after it was due."
          {...figure}
        />
        <TextField
          field={fieldOf('silent')}
          label="Silent (hours)"
          hint="Notifies when a chosen integration has had no successful run for this long."
          {...figure}
        />
      </div>
    </>
  );
}

function WatchedField({ fieldOf, integrations, tags }: Watchable & { fieldOf: FieldOf }) {
  const single = integrations.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
  return (
    <SelectField field={fieldOf('watched')} label="Integrations" hint={describeCut(integrations)}>
      <option value="">All integrations</option>
      {tags.length > 0 && (
        <optgroup label="All with the tag">
          {tags.map((tag) => (
            <option key={tag} value={toTagValue(tag)}>
              {tag}
            </option>
          ))}
        </optgroup>
      )}
      {tags.length > 0 ? <optgroup label="One integration">{single}</optgroup> : single}
    </SelectField>
  );
}

function InstallationFields({ fieldOf }: { fieldOf: FieldOf }) {
  return (
    <>
      <Checkbox field={fieldOf('backup')} value="1" label="A nightly backup fails" />
      <Checkbox field={fieldOf('disk')} value="1" label="The disk is nearly full" />
      <Checkbox
        field={fieldOf('mail')}
        value="1"
        label="Emails do not leave"
        hint="Choose a channel that is not email for this."
      />
      <TextField
        field={fieldOf('queue')}
        label="Queue older than (minutes)"
        hint="Notifies when the oldest job has been due for this long. Leave empty to turn it off."
        {...figure}
      />
    </>
  );
}

/** The classes by which the style sheet shows the fields of the chosen kind, with script and without. */
const shownFor: Record<'email' | 'web' | Extract<ChannelKind, 'webhook'>, string> = {
  email: 'hidden group-has-[option[value=email]:checked]/channel:block',
  web: 'group-has-[option[value=email]:checked]/channel:hidden',
  webhook: 'hidden group-has-[option[value=webhook]:checked]/channel:block',
};
