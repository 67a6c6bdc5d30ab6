import { Form, useActionData, useNavigation } from '@remix-run/react';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { codeInput, describeFields } from '~/components/typed-form/typed-form-frame';
import type { Typed } from '~/components/typed-form/typed-form';
import { useWrongFocus } from '~/components/typed-form/use-wrong-focus';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { Permitted } from '~/components/user/permitted';
import { countRows } from './read-form';

interface TestFormProps {
  typed: Typed;
  errors: Record<string, string[]>;
  /** The problem that belongs to no field. */
  failure: string | null;
  operators: { value: string; label: string }[];
}

/** The form with a test's name, the paths it does not compare, and its conditions at the end. */
export function TestForm({ typed, errors, failure, operators }: TestFormProps) {
  const isSaving = useNavigation().formData?.get('intent') === 'save';
  const form = useWrongFocus(useActionData<unknown>());
  const field = describeFields({ values: typed, errors });
  const problems = errors.conditions;
  return (
    <Card title="What is compared">
      <Form
        ref={form}
        method="post"
        className="flex flex-col gap-field"
        preventScrollReset
        noValidate
        {...keepsTyping}
      >
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="updatedAt" value={typed.updatedAt} />
        {(failure ?? problems) && (
          <Banner tone="bad" title="The test was not saved" live>
            {failure ?? problems?.join(' ')}
          </Banner>
        )}
        <TextField field={field('name', true)} label="Name" autoComplete="off" />
        <TextAreaField
          field={field('ignored')}
          label="Ignore"
          hint="Paths in the request, one per line: $.body.sentAt, $.body.items[*].id, $.headers['x-request-id'], $.url. Dates and keys that change with each attempt are never compared."
          code
        />
        <fieldset className="flex flex-col gap-4">
          <legend className="mb-3 font-medium">Conditions at the end</legend>
          {Array.from({ length: countRows(typed) }, (_none, row) => (
            <div
              key={row}
              className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_minmax(0,1fr)]"
            >
              <TextField
                field={field(`field-${row}`)}
                label={`Variable ${row + 1}`}
                placeholder="order.status"
                {...codeInput}
              />
              <SelectField field={field(`operator-${row}`)} label="Operator">
                {operators.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectField>
              <TextField field={field(`value-${row}`)} label="Value" autoComplete="off" spellCheck={false} />
            </div>
          ))}
          <p className="text-[0.8125rem] text-ink-muted">Empty rows are ignored. Saving adds another one.</p>
        </fieldset>
        <div className="flex flex-wrap justify-end gap-3">
          <Permitted to="edit">
            <Button id="save" type="submit" variant="primary" pending={isSaving} pendingText="Saving...">
              Save
            </Button>
          </Permitted>
        </div>
      </Form>
    </Card>
  );
}
