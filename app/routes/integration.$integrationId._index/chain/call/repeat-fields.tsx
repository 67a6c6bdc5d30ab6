import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { EditorForm } from '../../form/editor-form';
import { typeInto } from '../../form/normalize-input';
import { readCurrentForm } from '../../form/read-form';
import { listCallIds } from '../../form/variable-scope';
import type { RepeatForm } from '../../form/step-schema';
import { showFor } from '../../form/fields/show-for';

type RepeatField = FieldMetadata<RepeatForm, EditorForm>;

interface RepeatFieldsProps {
  repeat: RepeatField;
  callIndex: number;
}

/** The fields for repeating a call. The style sheet hides those that the chosen kind does not use, unless one is wrong. */
export function RepeatFields({ repeat, callIndex }: RepeatFieldsProps) {
  const { kind, items, saveAs } = repeat.getFieldset();
  const form = useFormMetadata<EditorForm>();
  const { responsePaths } = useEditorFeedback();
  // The list of the last response is most likely the one that has pages.
  const propose = async () => {
    const { proposePages } = await import('../../form/loop-over');
    const current = readCurrentForm(form.id);
    const proposed = proposePages(
      current,
      callIndex,
      responsePaths[listCallIds(current)[callIndex] ?? ''] ?? [],
    );
    const [path, name] = [items, saveAs].map(({ id }) => document.getElementById(id));
    if (!proposed || !(path instanceof HTMLInputElement) || !(name instanceof HTMLInputElement)) return;
    if (path.value !== '' || name.value !== '') return;
    typeInto(path, proposed.items);
    typeInto(name, proposed.saveAs);
  };
  return (
    <div className="group/repeat flex flex-col gap-field">
      <div className="max-w-sm">
        <SelectField
          field={kind}
          label="Send it"
          onChange={({ currentTarget: { value } }) => {
            if (value === 'pages') void propose().catch(() => undefined);
          }}
        >
          <option value="">Once</option>
          <option value="pages">For each page of a list</option>
          <option value="until">Until a condition is met</option>
        </SelectField>
      </div>
      <PagesFields repeat={repeat} />
      <UntilFields repeat={repeat} />
    </div>
  );
}

/** Shows fields for the ways in which a request names the page, by a cursor or a number. */
const whenAsked =
  'group-has-[option:is([value=cursor],[value=header],[value=page],[value=offset]):checked]/next:block';

function PagesFields({ repeat }: { repeat: RepeatField }) {
  const { by, nextPath, nextHeader, cursorIn, param, bodyPath, start, pageSize } = repeat.getFieldset();
  const { items, moreAt, saveAs, maxPages, maxItems, everyMs } = repeat.getFieldset();
  const text = { autoComplete: 'off', spellCheck: false, className: 'font-mono' } as const;
  const number = { autoComplete: 'off', inputMode: 'numeric' } as const;
  return (
    <div className="group/next hidden gap-field group-has-[option[value=pages]:checked]/repeat:grid sm:grid-cols-2">
      <TextField
        field={items}
        label="Items"
        placeholder="$.data"
        hint="The path to the list in each page."
        {...text}
      />
      <TextField
        field={saveAs}
        label="Save all items as"
        placeholder="orders"
        hint="The variable that holds the items of all pages."
        {...text}
      />
      <SelectField field={by} label="The next page">
        <option value="link">From the Link header</option>
        <option value="url">From a URL in the response</option>
        <option value="cursor">From a cursor in the response</option>
        <option value="header">From another header</option>
        <option value="page">By page number</option>
        <option value="offset">By item offset</option>
      </SelectField>
      <div
        className={showFor(nextPath, 'group-has-[option:is([value=url],[value=cursor]):checked]/next:block')}
      >
        <TextField field={nextPath} label="Path in the response" placeholder="$.next" {...text} />
      </div>
      <div className={showFor(nextHeader, 'group-has-[option[value=header]:checked]/next:block')}>
        <TextField field={nextHeader} label="Response header" placeholder="X-Next-Page" {...text} />
      </div>
      <div className={showFor(cursorIn, whenAsked)}>
        <SelectField field={cursorIn} label="Put it into">
          <option value="query">The URL</option>
          <option value="body">The JSON body</option>
        </SelectField>
      </div>
      <div
        className={showFor(
          param,
          'group-has-[option:is([value=cursor],[value=header],[value=page],[value=offset]):checked]/next:group-has-[option[value=query]:checked]/next:block',
        )}
      >
        <TextField field={param} label="Query parameter" placeholder="page, offset, cursor" {...text} />
      </div>
      <div
        className={showFor(
          bodyPath,
          'group-has-[option:is([value=cursor],[value=header],[value=page],[value=offset]):checked]/next:group-has-[option[value=body]:checked]/next:block',
        )}
      >
        <TextField field={bodyPath} label="Path in the body" placeholder="$.variables.after" {...text} />
      </div>
      <div className={showFor(start, 'group-has-[option[value=page]:checked]/next:block')}>
        <TextField field={start} label="First page" placeholder="1" {...number} />
      </div>
      <div
        className={showFor(
          pageSize,
          'group-has-[option[value=page]:checked]/next:block group-has-[option[value=offset]:checked]/next:block',
        )}
      >
        <TextField
          field={pageSize}
          label="Items on a page"
          hint="A page with fewer items is the last."
          {...number}
        />
      </div>
      <TextField
        field={moreAt}
        label="More pages (optional)"
        placeholder="$.has_more"
        hint="The path to what is false on the last page."
        {...text}
      />
      <TextField field={maxPages} label="Maximum pages" placeholder="50" {...number} />
      <TextField field={maxItems} label="Maximum items" placeholder="10000" {...number} />
      <TextField field={everyMs} label="Wait between pages (ms)" placeholder="0" {...number} />
    </div>
  );
}

function UntilFields({ repeat }: { repeat: RepeatField }) {
  const { conditions, everySeconds, maxTries, onGiveUp } = repeat.getFieldset();
  const number = { autoComplete: 'off', inputMode: 'numeric' } as const;
  return (
    <div className="hidden gap-field group-has-[option[value=until]:checked]/repeat:grid sm:grid-cols-3">
      <div className="sm:col-span-3">
        <TextAreaField
          field={conditions}
          label="Until"
          hint="Conditions on the response, one per line; all must be met. For example: response.body.status equals done"
          rows={1}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      </div>
      <TextField field={everySeconds} label="Seconds between attempts" placeholder="10" {...number} />
      <TextField
        field={maxTries}
        label="Maximum attempts"
        placeholder="60"
        hint="They count toward the longest run."
        {...number}
      />
      <SelectField field={onGiveUp} label="If it is never met">
        <option value="error">End the run with an error</option>
        <option value="continue">Continue</option>
      </SelectField>
    </div>
  );
}
