import { type FieldName, useField, useFormMetadata } from '@conform-to/react';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { MethodBadge } from '~/components/method-badge';
import { IconButton } from '~/components/ui/button';
import { SelectField, TextAreaField, TextField } from '~/components/ui/text-field';
import { AuthFields } from './auth-fields';
import { CallPart } from './call-part';
import type { CallForm, EditorForm } from './editor-schema';
import { HeaderRows } from './header-rows';
import { MappingFields } from './mapping-fields';
import { newCall } from './new-call';
import { ScopeVariables } from './scope-variables';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface CallCardProps {
  name: FieldName<CallForm, EditorForm>;
  listName: FieldName<CallForm[], EditorForm>;
  index: number;
  count: number;
}

export function CallCard({ name, listName, index, count }: CallCardProps) {
  const form = useFormMetadata<EditorForm>();
  const [call] = useField(name);
  const fields = call.getFieldset();
  const { name: callName, method, url, headers, authConfig, body, responseMapping, timeoutSeconds } = fields;
  const label = callName.value || `API Call ${index + 1}`;
  const headerCount = headers.getFieldList().length;
  const mappedCount = countMapped(responseMapping.value);
  const hasAuth = authConfig.value?.type === 'bearer';
  return (
    <li className="rounded-lg border border-line bg-surface-raised shadow-raised">
      <input type="hidden" name={fields.id.name} defaultValue={fields.id.initialValue} key={fields.id.key} />
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 sm:px-6">
        <span className="text-ink-muted tabular-nums">{index + 1}</span>
        <MethodBadge method={method.value ?? 'GET'} />
        <h3 className="min-w-0 flex-1 truncate font-semibold max-sm:order-last max-sm:basis-full">{label}</h3>
        <div className="ml-auto flex">
          <IconButton
            type="submit"
            icon={ArrowUp}
            label={`Move ${label} up`}
            disabled={index === 0}
            {...form.reorder.getButtonProps({ name: listName, from: index, to: Math.max(index - 1, 0) })}
          />
          <IconButton
            type="submit"
            icon={ArrowDown}
            label={`Move ${label} down`}
            disabled={index === count - 1}
            {...form.reorder.getButtonProps({
              name: listName,
              from: index,
              to: Math.min(index + 1, count - 1),
            })}
          />
          <IconButton
            type="submit"
            icon={Plus}
            label={`Insert a call after ${label}`}
            {...form.insert.getButtonProps({ name: listName, index: index + 1, defaultValue: newCall })}
          />
          <IconButton
            type="submit"
            icon={Trash2}
            label={`Remove ${label}`}
            {...form.remove.getButtonProps({ name: listName, index })}
          />
        </div>
      </header>
      <div className="flex flex-col gap-5 px-4 py-5 sm:px-6">
        <div className="grid gap-5 sm:grid-cols-[1fr_8rem]">
          <TextField
            key={callName.key}
            field={callName}
            defaultValue={callName.initialValue}
            label="Call Name"
            autoComplete="off"
          />
          <SelectField key={method.key} field={method} defaultValue={method.initialValue} label="Method">
            {methods.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
          <div className="sm:col-span-2">
            <TextField
              key={url.key}
              field={url}
              defaultValue={url.initialValue}
              label="URL"
              placeholder="https://api.example.com/v1/items/{{item_id}}"
              autoComplete="off"
              spellCheck={false}
              inputMode="url"
              className="font-mono"
            />
          </div>
        </div>
        <ScopeVariables callIndex={index} />
        <div className="divide-y divide-line border-y border-line">
          <CallPart
            title="Headers"
            summary={describeCount(headerCount, 'header')}
            field={headers}
            isFilled={headerCount > 0}
          >
            <HeaderRows headers={headers} title="Request headers" withSecret />
          </CallPart>
          <CallPart
            title="Authentication"
            summary={hasAuth ? 'Bearer token' : 'None'}
            field={authConfig}
            isFilled={hasAuth}
          >
            <AuthFields authConfig={authConfig} />
          </CallPart>
          <CallPart
            title="Request Body"
            summary={body.value ? 'Set' : 'Empty'}
            field={body}
            isFilled={Boolean(body.value)}
          >
            <TextAreaField
              key={body.key}
              field={body}
              defaultValue={body.initialValue}
              label="Body"
              hint="JSON unless a Content-Type header says otherwise. GET sends none."
              code
              rows={6}
            />
          </CallPart>
          <CallPart
            title="Response Mapping"
            summary={describeCount(mappedCount, 'variable')}
            field={responseMapping}
            isFilled={mappedCount > 0}
          >
            <MappingFields responseMapping={responseMapping} />
          </CallPart>
          <CallPart
            title="Time-out"
            summary={`${timeoutSeconds.value ?? 30} s`}
            field={timeoutSeconds}
            isFilled={false}
          >
            <div className="max-w-48">
              <TextField
                key={timeoutSeconds.key}
                field={timeoutSeconds}
                defaultValue={timeoutSeconds.initialValue}
                label="Seconds to wait for the answer"
                inputMode="numeric"
                autoComplete="off"
              />
            </div>
          </CallPart>
        </div>
      </div>
    </li>
  );
}

function describeCount(count: number, noun: string): string {
  return count === 0 ? 'None' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function countMapped(mapping: { saveAs?: string; extractFields?: unknown } | undefined): number {
  const fields = Array.isArray(mapping?.extractFields) ? mapping.extractFields.length : 0;
  return fields + (mapping?.saveAs ? 1 : 0);
}
