import { type FieldMetadata, type FieldName, useField, useFormMetadata } from '@conform-to/react';
import { TriangleAlert } from '~/components/icons/icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { EditorForm } from '../../form/editor-form';
import { newCondition } from '../../form/new-step';
import { LazyMendNotes } from '../../form/fields/lazy-mend-notes';
import { usePlaceholderMenu } from '../../form/fields/lazy-placeholder-menu';
import { Row, RowList } from '../../form/fields/row-list';
import { isInScope, organizationVariable } from '~/engine/placeholders/reference-pattern';
import { listFieldReferences } from '~/engine/placeholders/template-references';
import { findVariable } from '../../form/variable-uses';
import { useScope } from '../../form/fields/scope-variables';
import type { ConditionRow } from '../../form/step-schema';
import { operatorLabels } from '../outline/step-labels';

interface ConditionRowsProps {
  conditions: FieldMetadata<ConditionRow[], EditorForm>;
  /** Whether all conditions must hold, or any one; the field is shown for several conditions. */
  match: FieldMetadata<string, EditorForm>;
}

/** The rows of conditions. */
export function ConditionRows({ conditions, match }: ConditionRowsProps) {
  const form = useFormMetadata<EditorForm>();
  const rows = conditions.getFieldList();
  return (
    <>
      <RowList
        field={conditions}
        title={rows.length > 1 ? 'Conditions' : 'Condition'}
        addLabel="Add condition"
        add={form.insert.getButtonProps({ name: conditions.name, defaultValue: newCondition })}
      >
        {rows.map((row, index) => (
          <Row
            key={row.key}
            removeLabel={`Remove condition ${index + 1}`}
            remove={form.remove.getButtonProps({ name: conditions.name, index })}
          >
            <ConditionRowFields name={row.name} />
          </Row>
        ))}
      </RowList>
      {rows.length > 1 ? (
        <div className="max-w-sm">
          <SelectField field={match} label="Conditions that must hold">
            <option value="all">All of them</option>
            <option value="any">Any of them</option>
          </SelectField>
        </div>
      ) : (
        <input
          type="hidden"
          name={match.name}
          defaultValue={match.value ?? match.initialValue}
          key={match.key}
        />
      )}
    </>
  );
}

function ConditionRowFields({ name }: { name: FieldName<ConditionRow, EditorForm> }) {
  const [row] = useField(name);
  const { field, operator, value, stored } = row.getFieldset();
  const hydrated = useHydrated();
  const label = 'Field to check';
  const menu = usePlaceholderMenu({ id: field.id, name: field.name, label, canBeBare: true });
  return (
    <div className="group/condition contents">
      <input type="hidden" name={stored.name} defaultValue={stored.initialValue} key={stored.key} />
      <div className="min-w-0 sm:flex-1">
        <div className="relative">
          <TextField
            field={field}
            label={label}
            placeholder="order.status"
            {...menu.controlProps}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
          {menu.list}
        </div>
        {menu.note}
        <FieldNote name={field.name} field={(hydrated ? field.value : field.initialValue) ?? ''} />
      </div>
      <div className="min-w-0 sm:w-44">
        <SelectField field={operator} label="Operator">
          {Object.entries(operatorLabels).map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="min-w-0 group-has-[option[value$=exists]:checked]/condition:invisible group-has-[option[value$=empty]:checked]/condition:invisible max-sm:group-has-[option[value$=exists]:checked]/condition:hidden max-sm:group-has-[option[value$=empty]:checked]/condition:hidden sm:flex-1">
        <TextField field={value} label="Value" autoComplete="off" spellCheck={false} />
      </div>
    </div>
  );
}

/** Shows the variable's last value, or that no variable in scope has that name. */
function FieldNote({ name, field }: { name: string; field: string }) {
  const scope = useScope();
  const { lastRun } = useEditorFeedback();
  const variable = findVariable(field);
  if (variable === undefined) return null;
  const written = field
    .trim()
    .replace(/^\{\{|\}\}$/g, '')
    .trim();
  const references = listFieldReferences(written);
  const isKnown =
    references.length > 0
      ? references.every((reference) => isInScope(reference, scope))
      : scope.includes(variable);
  if (!isKnown) {
    return (
      <>
        <p className="mt-1.5 flex gap-1.5 text-[0.8125rem] text-warn-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            Not known here:{' '}
            <code className="font-mono">{variable === organizationVariable ? written : variable}</code>
          </span>
        </p>
        <LazyMendNotes name={name} unknown={[written]} />
      </>
    );
  }
  const last = lastRun.values[variable];
  if (last === undefined || field.trim() !== variable) return null;
  return (
    <p title={last} className="mt-1.5 truncate text-[0.8125rem] text-ink-muted">
      Last value: {last}
    </p>
  );
}
