import { type FieldMetadata, type FieldName, useField } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { TriangleAlert } from '~/components/icons/icons';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { retryBounds } from '~/engine/definition/retry';
import { isLocalAddress } from '~/engine/http/local-address';
import type { EditorForm } from '../../form/editor-form';
import { clampOnBlur } from './clamp-on-blur';
import { countLines } from '../../form/fields/count-lines';
import { Fold } from '../../form/fields/fold';
import { CallOptions, continueWith } from './call-options';
import { StatusCodesField } from './status-codes-field';
import type { RuleForm } from '../../form/step-schema';
import { actionLabels, describeWaits } from '../outline/handling-labels';
import { RowButtons } from '../../form/fields/row-buttons';
import { showFor } from '../../form/fields/show-for';
import { useRenderedValue } from '../../form/fields/use-rendered-value';

interface RuleFieldsProps {
  name: FieldName<RuleForm, EditorForm>;
  listName: string;
  index: number;
  count: number;
  /** The number of calls before the step. */
  gap: number;
}

/** The fields of one rule. The style sheet hides the fields that the chosen action does not use, unless one is wrong. */
export function RuleFields({ name, listName, index, count, gap }: RuleFieldsProps) {
  const [rule] = useField(name);
  const { statusCodes, when, action, notificationEmail, retryConfig, afterRetries, webhookURL } =
    rule.getFieldset();
  const conditions = countLines(useRenderedValue(when));
  const target = useRenderedValue(webhookURL) ?? '';
  const { openedHosts } = useLoaderData() as { openedHosts: string[] };
  const isOpened = () => openedHosts.includes(new URL(target).host);
  return (
    <li className="relative rounded-md border border-line p-3">
      <fieldset className="group/rule flex min-w-0 flex-col gap-2.5">
        <legend className="mb-1 text-[0.8125rem] font-medium text-ink-muted">Rule {index + 1}</legend>
        <RowButtons listName={listName} index={index} count={count} row={`rule ${index + 1}`} />
        <div className="grid gap-4 sm:grid-cols-[1fr_12rem]">
          <StatusCodesField field={statusCodes} />
          <SelectField field={action} label="Action">
            {Object.entries(actionLabels).map(([each, words]) => (
              <option key={each} value={each}>
                {words}
              </option>
            ))}
            <LaterCalls field={action} gap={gap} />
          </SelectField>
        </div>
        <Fold
          title="Only when"
          summary={conditions === 0 ? 'Every response' : `${conditions} condition(s)`}
          isOpen={conditions > 0}
          isHeldOpen={!when.valid}
        >
          <TextAreaField
            field={when}
            label="Conditions on the response"
            hint="One per line; all must be met. For example: response.body.ok equals false"
            rows={1}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        </Fold>
        <div
          className={showFor(
            { valid: retryConfig.valid && afterRetries.valid },
            'group-has-[option[value=retry]:checked]/rule:block',
          )}
        >
          <RetryFields retryConfig={retryConfig} afterRetries={afterRetries} gap={gap} />
        </div>
        <div className={showFor(notificationEmail, 'group-has-[option[value^=stop]:checked]/rule:block')}>
          <TextField
            field={notificationEmail}
            label="Notification email"
            hint="Gets one email when failures begin and one when they are over. Leave empty for the default notification email or, without one, the organization’s owners."
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <div className={showFor(webhookURL, 'group-has-[option[value=webhook]:checked]/rule:block')}>
          <TextField
            field={webhookURL}
            label="Webhook URL"
            hint="The response is posted there, and the chain continues."
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
          {isLocalAddress(target) && !isOpened() && (
            <p className="mt-1.5 flex gap-1.5 text-[0.8125rem] text-warn-ink">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              Warning: localhost URLs may not be accessible from production environments
            </p>
          )}
        </div>
      </fieldset>
    </li>
  );
}

/** The options for later calls that a rule may continue with, and the chosen call if it is not among them. */
function LaterCalls({ field, gap }: { field: FieldMetadata<string, EditorForm>; gap: number }) {
  const value = useRenderedValue(field);
  return (
    <>
      {value === 'go_to' && <option value="go_to">Choose a call</option>}
      <CallOptions chosen={field.initialValue} gap={gap} from={gap} isChoice describe={continueWith} />
    </>
  );
}

interface RetryFieldsProps {
  retryConfig: FieldMetadata<RuleForm['retryConfig'], EditorForm>;
  afterRetries: FieldMetadata<string, EditorForm>;
  gap: number;
}

function RetryFields({ retryConfig, afterRetries, gap }: RetryFieldsProps) {
  const { maxRetries, retryDelay, backoffStrategy } = retryConfig.getFieldset();
  const { min, max } = retryBounds.retryDelay;
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-4 sm:grid-cols-2 wide:grid-cols-[auto_auto_1fr_1fr]">
        <SelectField field={maxRetries} label="Max retries">
          {listTries().map((tries) => (
            <option key={tries}>{tries}</option>
          ))}
        </SelectField>
        <TextField
          field={retryDelay}
          label={`Retry delay (ms, ${min}–${max})`}
          inputMode="numeric"
          autoComplete="off"
          onBlurCapture={(event) => clampOnBlur(event, retryBounds.retryDelay)}
        />
        <SelectField field={backoffStrategy} label="Backoff strategy">
          <option value="linear">Linear</option>
          <option value="exponential">Exponential</option>
        </SelectField>
        <SelectField field={afterRetries} label="When none is left">
          <option value="">The default action</option>
          <LaterCalls field={afterRetries} gap={gap} />
        </SelectField>
      </div>
      <p className="text-[0.8125rem] text-ink-muted">
        {describeWaits(useRenderedValue(retryConfig))}, or longer if the response asks for it (Retry-After).
      </p>
    </div>
  );
}

function listTries(): number[] {
  const { min, max } = retryBounds.maxRetries;
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}
