import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { PasswordField } from '~/components/ui/fields/password-field';
import { RadioCards } from '~/components/ui/fields/radio-cards';
import { SelectField, TextField } from '~/components/ui/fields/text-field';

const schema = z.object({
  email: z.email('Please enter a valid email address'),
  password: z.string('Password is required'),
  method: z.enum(['GET', 'POST']),
  trigger: z.enum(['webhook', 'manual']),
  required: z.boolean(),
});

const triggers = [
  { value: 'webhook', label: 'Webhook' },
  { value: 'manual', label: 'Manual' },
];

function Form({ sent }: { sent?: Record<string, string> }) {
  const body = new FormData();
  for (const [name, value] of Object.entries(sent ?? {})) body.set(name, value);
  const lastResult = sent && parseWithZod(body, { schema }).reply({ hideFields: ['password'] });
  const [form, fields] = useForm<z.input<typeof schema>>({
    id: 'sample',
    lastResult,
    constraint: { email: { required: true } },
  });
  return (
    <form id={form.id}>
      <TextField field={fields.email} label="Email" hint="We never share it." type="email" />
      <PasswordField field={fields.password} label="Password" />
      <SelectField field={fields.method} label="Method">
        <option>GET</option>
        <option>POST</option>
      </SelectField>
      <RadioCards
        field={fields.trigger}
        label="Trigger"
        hint="What starts it."
        options={triggers}
        defaultValue="manual"
      />
      <Checkbox field={fields.required} label="Required" />
    </form>
  );
}

function readTag(html: string, name: string) {
  return new RegExp(`<(?:input|select)[^>]*name="${name}"[^>]*>`).exec(html)?.[0];
}

test('a fresh control points to its label and its hint, and claims no error', () => {
  const html = renderToStaticMarkup(<Form />);
  const email = readTag(html, 'email');
  expect(html).toContain('<label for="sample-email"');
  expect(email).toContain('id="sample-email"');
  expect(email).toContain('required=""');
  expect(email).toContain('aria-describedby="sample-email-description"');
  expect(html).toContain('<p id="sample-email-description"');
  expect(email).not.toContain('aria-invalid="');
});

test('a rejected form shows what was typed and why, and points to the reason', () => {
  const html = renderToStaticMarkup(
    <Form sent={{ email: 'ada@', method: 'POST', trigger: 'webhook', required: 'on' }} />,
  );
  const email = readTag(html, 'email');
  expect(email).toContain('value="ada@"');
  expect(email).toContain('aria-invalid="true"');
  expect(email).toContain('aria-describedby="sample-email-error sample-email-description"');
  expect(html).toMatch(/<ul id="sample-email-error"[^>]*>.*Please enter a valid email address/);
  expect(html).toContain('<option selected="">POST</option>');
  expect(html).toMatch(/name="trigger"[^>]*checked=""[^>]*value="webhook"|value="webhook"[^>]*checked=""/);
  expect(readTag(html, 'required')).toContain('checked=""');
});

test('a password is never sent back', () => {
  const html = renderToStaticMarkup(<Form sent={{ email: 'ada@', password: 'Secret-1234' }} />);
  expect(html).not.toContain('Secret-1234');
});

function readGroup(html: string) {
  return /<fieldset[^>]*>/.exec(html)?.[0];
}

test('a group of radio buttons is marked as wrong for its error, not for its hint', () => {
  const fresh = readGroup(renderToStaticMarkup(<Form />));
  expect(fresh).toContain('aria-describedby="sample-trigger-description"');
  expect(fresh).not.toContain('data-wrong');
  expect(readGroup(renderToStaticMarkup(<Form sent={{ trigger: 'mail' }} />))).toContain('data-wrong');
});
