import { CalendarClock, MousePointerClick, Radio, Webhook } from '~/components/icons/icons';
import { Card } from '~/components/ui/card';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { describeField } from '~/components/ui/fields/field';
import { PasswordField } from '~/components/ui/fields/password-field';
import { RadioCards } from '~/components/ui/fields/radio-cards';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { Section } from './section';

const triggers = [
  {
    value: 'webhook',
    label: 'Webhook',
    text: 'Another system posts to this integration’s URL.',
    icon: Webhook,
  },
  { value: 'manual', label: 'Manual', text: 'You start it yourself.', icon: MousePointerClick },
  {
    value: 'cron',
    label: 'Scheduled',
    text: 'At fixed times in a zone of your choice.',
    icon: CalendarClock,
  },
  { value: 'event', label: 'Event', text: 'When another integration ends.', icon: Radio, disabled: true },
];

const body = `{
  "title": "New star",
  "repository": "{{repo}}"
}`;

export function FieldSection() {
  return (
    <Section title="Fields">
      <Card title="A form" text="Labels above, hints below, errors last.">
        <form className="grid gap-field sm:grid-cols-2">
          <TextField
            field={describeField('name', { required: true })}
            label="Integration Name"
            hint="3 to 100 characters."
            defaultValue="Stars to chat"
          />
          <TextField
            field={describeField('url', { required: true, errors: ['URL must be a valid HTTP/HTTPS URL'] })}
            label="URL"
            type="url"
            defaultValue="htps://api.example.com"
          />
          <PasswordField
            field={describeField('new-password', { required: true })}
            label="Password"
            defaultValue="correct horse"
            autoComplete="new-password"
            hint="At least 8 characters, with an upper- and a lower-case letter, a digit and a special character."
          />
          <SelectField field={describeField('method')} label="Method" defaultValue="POST">
            {['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => (
              <option key={method}>{method}</option>
            ))}
          </SelectField>
          <TextField field={describeField('mail')} label="Email" readOnly defaultValue="ada@example.com" />
          <TextField field={describeField('off')} label="Disabled" disabled placeholder="Placeholder" />
          <div className="sm:col-span-2">
            <TextAreaField
              field={describeField('body')}
              label="Request Body"
              code
              rows={5}
              defaultValue={body}
            />
          </div>
          <div className="sm:col-span-2">
            <RadioCards
              field={describeField('trigger', { required: true })}
              label="Trigger"
              options={triggers}
              defaultValue="webhook"
            />
          </div>
          <Checkbox
            field={describeField('required-variable')}
            label="Required"
            hint="A delivery without it ends with an error."
            defaultChecked
          />
          <Checkbox
            field={describeField('redirects', { errors: ['Not possible here'] })}
            label="Follow redirects"
          />
        </form>
      </Card>
    </Section>
  );
}
