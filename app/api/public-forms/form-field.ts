// A field of a public form, as `RunFields` shows it to members, written without React.
import { html } from 'hono/html';
import { textOf } from '~/engine/json/value-text';
import { formatBytes } from '~/engine/texts/format-bytes';
import { joinSentences } from '~/engine/texts/join-sentences';
import type { FormField } from '~/engine/triggers/form';
import { nameControl } from '~/engine/triggers/form-control';
import { readDefault } from '~/engine/triggers/form-values';
import type { FormErrors } from '~/services/runs/typed-form';

type Html = ReturnType<typeof html>;

interface FieldState {
  typed: Record<string, string> | undefined;
  errors: FormErrors;
  maxFileBytes: number;
}

const inputLook = 'control h-10 px-3 max-sm:h-11';

export function describeFormField(field: FormField, { typed, errors, maxFileBytes }: FieldState): Html {
  const name = nameControl(field);
  const problems = errors[name] ?? [];
  const value = typed === undefined ? textOf(readDefault(field) ?? '') : (typed[name] ?? '');
  const most = field.type === 'file' ? `Up to ${formatBytes(maxFileBytes)}.` : '';
  const text = joinSentences([field.description, most]);
  const describedBy = [problems.length > 0 && `${name}-error`, text !== '' && `${name}-hint`].filter(Boolean);
  const attributes = html`id="${name}" name="${name}"
  ${field.required && field.type !== 'boolean' ? 'required' : ''}
  ${problems.length > 0 ? html`aria-invalid="true"` : ''}
  ${describedBy.length > 0 ? html`aria-describedby="${describedBy.join(' ')}"` : ''}`;
  const label = field.label || field.name;
  const notes = html`${text && html`<p id="${name}-hint" class="text-[0.8125rem] text-ink-muted">${text}</p>`}
  ${
    problems.length > 0
      ? html`<ul id="${name}-error" class="flex flex-col gap-1 text-[0.8125rem] font-medium text-bad-ink">
          ${problems.map((problem) => html`<li>${problem}</li>`)}
        </ul>`
      : ''
  }`;
  if (field.type === 'boolean') {
    return html`<div class="flex flex-col gap-1">
      <label class="flex min-h-6 items-start gap-2.5">
        <input
          type="checkbox"
          value="true"
          ${value === 'true' ? 'checked' : ''}
          ${attributes}
          class="mt-0.5 size-4 shrink-0"
        />
        <span class="font-medium wrap-anywhere">${label}</span>
      </label>
      ${notes}
    </div>`;
  }
  const star = field.required && html`<span aria-hidden="true" class="ml-0.5 text-bad-ink">*</span>`;
  return html`<div class="flex min-w-0 flex-col gap-1.5">
    <label for="${name}" class="font-medium wrap-anywhere">${label}${star || ''}</label>
    ${describeControl(field, value, attributes)} ${notes}
  </div>`;
}

function describeControl(
  { type, choices, required, accept }: FormField,
  value: string,
  attributes: Html,
): Html {
  switch (type) {
    case 'long_text':
      // HTML drops a line break right behind the tag.
      return html`<textarea
        ${attributes}
        rows="4"
        class="control field-sizing-content min-h-20 px-3 py-2 leading-6"
      >
${value}</textarea>`;
    case 'choice':
      return html`<select ${attributes} class="${inputLook}">
        ${!required || !choices.includes(value) ? html`<option value="">Choose…</option>` : ''}
        ${choices.map(
          (choice) =>
            html`<option value="${choice}" ${choice === value ? 'selected' : ''}>${choice}</option>`,
        )}
      </select>`;
    case 'file':
      return html`<input type="file" accept="${accept}" ${attributes} class="control px-3 py-2" />`;
    case 'number':
      return html`<input inputmode="decimal" value="${value}" ${attributes} class="${inputLook} max-w-48" />`;
    default:
      return html`<input
        type="${type === 'date' ? 'date' : 'text'}"
        value="${value}"
        ${attributes}
        class="${inputLook} ${type === 'date' ? 'max-w-48' : ''}"
      />`;
  }
}
