import { type FieldMetadata, type FieldName, useField } from '@conform-to/react';
import { memo } from 'react';
import { joinClassNames } from '~/components/ui/class-names';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { TextAreaField } from '~/components/ui/fields/text-field';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { HeaderRows } from '../../form/fields/header-rows';
import { listLineNames, listOf } from '../../form/variable-scope';
import { useLastTest } from '../test-call/use-last-test';
import { countLines } from '../../form/fields/count-lines';
import { BodyField } from './body-field';
import type { CallPart } from '../../form/kept-calls';
import { CallSection } from './call-section';
import { MappingFields } from './mapping-fields';
import { MoreSections } from './more-sections';
import { AuthFields } from './auth-fields';

const authNames: Record<string, string> = {
  bearer: 'Bearer token',
  basic: 'Basic',
  connection: 'Connection',
};

interface CallSectionsProps {
  name: FieldName<CallForm, EditorForm>;
  index: number;
  isInLoop: boolean;
  /** The part that is shown. */
  part: CallPart;
}

/** The parts of a call besides name, method and URL. Typing in those three does not render the parts again. */
export const CallSections = memo(function CallSections({ name, index, isInLoop, part }: CallSectionsProps) {
  const [call] = useField(name);
  const fields = call.getFieldset();
  const { note, headers, authConfig, body, responseMapping } = fields;
  const headerCount = headers.getFieldList().length;
  const mapped = listMapped(responseMapping.value);
  const remembered = countRemembered(responseMapping.value);
  const auth = authNames[authConfig.value?.type ?? ''];
  const tested = useLastTest(index, fields.id.initialValue ?? '');
  const lacksField = tested?.kind === 'response' && tested.mapped.some(([, value]) => value === null);
  return (
    // The tab 'After' shows none of these parts, so it has no lines between them.
    <div className={part === 'after' ? undefined : 'divide-y divide-line'}>
      {/* The note comes first, since it says what to know before changing the rest. */}
      <CallSection
        part="more"
        chosen={part}
        title="Note"
        summary={note.value ? 'Set' : 'None'}
        field={note}
        filled={note.value ? 1 : 0}
        isLong
      >
        <TextAreaField
          field={note}
          label="Note on this call"
          hint="Why it is here, and what to know before changing it. The log shows it; it is not sent."
          rows={2}
        />
      </CallSection>
      <CallSection
        part="headers"
        chosen={part}
        title="Headers"
        summary={describeCount(headerCount, 'header')}
        field={headers}
        filled={headerCount}
        isLong
      >
        <HeaderRows headers={headers} title="Request headers" hidesTitle withSecret />
      </CallSection>
      <CallSection
        part="auth"
        chosen={part}
        title="Authentication"
        summary={auth ?? 'None'}
        field={authConfig}
        filled={auth ? 1 : 0}
      >
        <AuthFields authConfig={authConfig} />
      </CallSection>
      <div
        data-asks-body
        className={joinClassNames('py-3', part !== 'request' && part !== 'body' && 'folded:hidden')}
      >
        <Checkbox field={fields.sendsBody} label="Send a body" />
      </div>
      <CallSection
        part="body"
        chosen={part}
        title="Request Body"
        summary={body.value ? 'Set' : 'Empty'}
        field={body}
        filled={body.value ? 1 : 0}
        isLong
      >
        <BodyField body={body} bodyType={fields.bodyType} callIndex={index} />
      </CallSection>
      <CallSection
        part="mapping"
        chosen={part}
        title="Response Mapping"
        summary={describeMapping(mapped) + (remembered > 0 ? ` · ${remembered} remembered` : '')}
        field={responseMapping}
        filled={mapped.length + remembered}
        isAsked={lacksField || mapped.includes('')}
      >
        <MappingFields
          responseMapping={responseMapping}
          callIndex={index}
          callId={fields.id.initialValue ?? ''}
        />
      </CallSection>
      <MoreSections fields={fields} index={index} isInLoop={isInLoop} chosen={part} />
    </div>
  );
});

function describeCount(count: number, noun: string): string {
  return count === 0 ? 'None' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Lists the variables of a call's response mapping; an empty name stands for a row without one. */
export function listMapped(
  mapping: FieldMetadata<CallForm['responseMapping'], EditorForm>['value'],
): string[] {
  const { saveAs, saveFileAs, extractFields, computed } = mapping ?? {};
  const rows = [...listOf(extractFields).map((row) => row?.saveAs ?? ''), ...listLineNames(computed)];
  return [...[saveAs ?? '', saveFileAs ?? ''].filter(Boolean), ...rows];
}

/** Counts the values that a call remembers for later runs. */
export function countRemembered(
  mapping: FieldMetadata<CallForm['responseMapping'], EditorForm>['value'],
): number {
  return countLines(mapping?.remember);
}

function describeMapping(mapped: string[]): string {
  const names = mapped.filter(Boolean).join(', ');
  return describeCount(mapped.length, 'variable') + (names && `: ${names}`);
}
