// JSON Schema (draft 2020-12) for people: the parts of it that the document uses.
import { html } from 'hono/html';
import type { JsonSchema } from '../document';
import { chevron, code, type Html, inline } from './prose';

/** Renders a named schema with its fields, closed at first. */
export function renderJsonSchema(name: string, schema: JsonSchema): Html {
  return html`<details id="schema-${name}" class="group scroll-mt-4">
    <summary
      class="flex items-center gap-3 px-4 py-3 font-mono text-[0.8125rem] -outline-offset-2! hover:bg-surface-hover sm:px-5"
    >
      ${name}${chevron()}
    </summary>
    <div class="flex flex-col gap-3 border-t border-line px-4 py-4 sm:px-5">
      ${describe(schema)}${renderFields(schema)}
    </div>
  </details>`;
}

function describe({ description }: JsonSchema): Html | string {
  return typeof description === 'string' ? html`<p class="max-w-3xl">${inline(description)}</p>` : '';
}

/** Renders the fields of an object, of a list's items, or of each alternative. */
function renderFields(schema: JsonSchema): Html {
  const alternatives = listOf(schema.oneOf) ?? listOf(schema.anyOf);
  if (alternatives?.some(hasFields)) {
    return html`<ul class="flex flex-col gap-3">
      ${alternatives.map(
        (alternative) =>
          html`<li class="border-l-2 border-line pl-3">
            ${hasFields(alternative) ? renderFields(alternative) : describeType(alternative)}
          </li>`,
      )}
    </ul>`;
  }
  if (isJsonSchema(schema.items) && hasFields(schema.items)) return renderFields(schema.items);
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const fields = isJsonSchema(schema.properties) ? Object.entries(schema.properties) : [];
  if (fields.length === 0) return html`<p class="text-ink-muted">${describeType(schema)}</p>`;
  return html`<dl class="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(8rem,auto)_1fr]">
    ${fields.map(([name, field]) => renderField(name, isJsonSchema(field) ? field : {}, required.includes(name)))}
  </dl>`;
}

function renderField(name: string, field: JsonSchema, isRequired: boolean): Html {
  const { description, default: usual } = field;
  return html`<dt>${code(name)}</dt>
    <dd>
      ${describeType(field)}${isRequired ? '' : ', optional'}${
        usual === undefined ? '' : [', ', code(JSON.stringify(usual)), ' unless given']
      }${typeof description === 'string' ? [': ', ...inline(description)] : ''}
      ${nestsFields(field) ? html`<div class="mt-2 border-l-2 border-line pl-3">${renderFields(field)}</div>` : ''}
    </dd>`;
}

/** Describes a type in words, with links to named types. */
export function describeType(schema: JsonSchema): Html {
  const { $ref: ref, type, enum: values, const: only, items, format, minLength, maxLength } = schema;
  const { additionalProperties: values_ } = schema;
  if (typeof ref === 'string') return linkTo(ref);
  if (only !== undefined) return code(JSON.stringify(only));
  const choices = listOf(values);
  if (choices) return joinTypes(choices.map((value) => code(JSON.stringify(value))));
  const alternatives = listOf(schema.anyOf) ?? listOf(schema.oneOf);
  if (alternatives) return joinTypes(alternatives.map(describeType));
  if (type === 'array') return html`list of ${describeType(isJsonSchema(items) ? items : {})}`;
  if (type === 'object') {
    if (!isJsonSchema(values_) || hasFields(schema)) return html`object`;
    return html`object of ${describeType(values_)} by name`;
  }
  if (typeof type !== 'string') return html`any JSON`;
  const bounds = [
    typeof format === 'string' ? format : '',
    typeof minLength === 'number' && minLength > 0 ? `at least ${minLength} characters` : '',
    typeof maxLength === 'number' ? `at most ${maxLength} characters` : '',
    ...describeRange(schema),
  ].filter(Boolean);
  return html`${type}${bounds.length > 0 ? ` (${bounds.join(', ')})` : ''}`;
}

function describeRange({ minimum, maximum }: JsonSchema): string[] {
  return [isBound(minimum) ? `from ${minimum}` : '', isBound(maximum) ? `to ${maximum}` : ''];
}

/** Checks whether a bound is real: zod writes the largest safe integers as bounds of every integer. */
function isBound(bound: unknown): bound is number {
  return typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}

function joinTypes(types: Html[]): Html {
  return html`${types.flatMap((type, index) => (index === 0 ? [type] : [' or ', type]))}`;
}

function linkTo(ref: string): Html {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return html`<a href="#schema-${name}" class="hover:underline">${name}</a>`;
}

function nestsFields(schema: JsonSchema): boolean {
  return hasFields(schema) || (isJsonSchema(schema.items) && hasFields(schema.items));
}

function hasFields(schema: JsonSchema): boolean {
  if (isJsonSchema(schema.properties)) return true;
  return [schema.anyOf, schema.oneOf].some((each) => listOf(each)?.some(hasFields) === true);
}

function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): JsonSchema[] | undefined {
  return Array.isArray(value) ? (value as JsonSchema[]) : undefined;
}
