import { useFormMetadata } from '@conform-to/react';
import { TriangleAlert } from '~/components/icons/icons';
import { Button } from '~/components/ui/button';
import { useReadOnly } from '~/components/ui/read-only';
import { useHydrated } from '~/components/ui/use-hydrated';
import { describeFilterProblem, listUnreadFilters } from '~/engine/placeholders/unread-filters';
import { useAnnounce } from '../../chain/edits/chain-announcer';
import { useChainEdits } from '../../chain/edits/use-chain-edits';
import { useEditorFeedback } from '../editor-feedback';
import type { EditorForm } from '../editor-form';
import { findMend, type Mend } from '../mends';
import { typeInto } from '../normalize-input';
import { findPlace } from '../response-fields';
import { saveField } from './response-options';
import { useScope } from './scope-variables';

/** Names and paths may be longer than a narrow window is wide. */
const wraps = 'text-left wrap-anywhere whitespace-normal';

interface MendNotesProps {
  /** The name of the form's field. */
  name: string;
  /** The unknown placeholders of the field, without their braces. */
  unknown: string[];
}

/** Says what unknown placeholders were probably meant to be. With script, a press mends each. */
export function MendNotes({ name, unknown }: MendNotesProps) {
  const form = useFormMetadata<EditorForm>();
  const { responsePaths: paths } = useEditorFeedback();
  const scope = useScope();
  const options = { form: form.value, place: findPlace(name), scope, paths };
  const mends = unknown.flatMap((inside) => {
    const mend = findMend(inside, options);
    return mend ? [{ inside, mend }] : [];
  });
  if (mends.length === 0) return null;
  return (
    <ul className="mt-1.5 flex flex-col items-start gap-1.5 text-[0.8125rem]">
      {mends.map(({ inside, mend }) => (
        <li key={inside} className="min-w-0">
          <MendNote name={name} inside={inside} mend={mend} />
        </li>
      ))}
    </ul>
  );
}

interface FilterNotesProps {
  /** The id of the warnings, which describe the field. */
  id: string;
  name: string;
  text: string;
}

/** Warns of filters in a field's text that cannot be read, and says what they were probably meant to be. */
export function FilterNotes({ id, name, text }: FilterNotesProps) {
  const unread = listUnreadFilters(text);
  return (
    <>
      <div id={id} className="text-[0.8125rem] text-warn-ink empty:hidden">
        {unread.map(({ inside, problem }) => (
          <p key={inside} className="flex gap-1.5">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{describeFilterProblem(inside, problem)}.</span>
          </p>
        ))}
      </div>
      {unread.length > 0 && <MendNotes name={name} unknown={unread.map(({ inside }) => inside)} />}
    </>
  );
}

interface MendNoteProps {
  name: string;
  inside: string;
  mend: Mend;
}

function MendNote({ name, inside, mend }: MendNoteProps) {
  const form = useFormMetadata<EditorForm>();
  const announce = useAnnounce();
  const editChain = useChainEdits();
  const isReadOnly = useReadOnly();
  const offersButtons = useHydrated() && !isReadOnly;

  function use(text: string) {
    const [control] = document.getElementsByName(name);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
    const { value } = control;
    // The braces are optional in the field of a condition.
    const isBare = !value.includes(`{{${inside}}}`);
    typeInto(
      control,
      isBare ? value.replace(inside, () => text) : value.replaceAll(`{{${inside}}}`, () => `{{${text}}}`),
    );
    control.focus();
    announce(`{{${text}}} replaces {{${inside}}}`);
  }

  switch (mend.kind) {
    case 'use':
      if (!offersButtons) return <>Did you mean {<Placeholder name={mend.inside} />}?</>;
      return (
        <Button size="sm" className={wraps} onClick={() => use(mend.inside)}>
          Use <Placeholder name={mend.inside} />
        </Button>
      );
    case 'save': {
      const { field } = mend;
      if (!offersButtons) return null;
      return (
        <Button
          size="sm"
          className={wraps}
          onClick={() => {
            saveField(field, { form, announce });
            document.getElementsByName(name)[0]?.focus();
          }}
        >
          Save {field.jsonPath} of {field.callName} as <Placeholder name={field.name} />
        </Button>
      );
    }
    case 'later':
      return (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span>
            {mend.callName} saves <Placeholder name={mend.name} />, but runs later.
          </span>
          {offersButtons && mend.canMove && (
            <Button
              size="sm"
              className={wraps}
              onClick={() =>
                void editChain(
                  { kind: 'move', index: mend.callIndex, to: findPlace(name)?.behind ?? 0 },
                  mend.callName,
                )
              }
            >
              Move {mend.callName} before this call
            </Button>
          )}
        </span>
      );
    case 'own':
      return (
        <>
          This call saves <Placeholder name={mend.name} /> from its own response, so only later calls can use
          it.
        </>
      );
    case 'item':
      return (
        <>
          {mend.callName} saves <Placeholder name={mend.name} /> for one item of a for each. Collect it there
          to use it here.
        </>
      );
  }
}

function Placeholder({ name }: { name: string }) {
  return <code className="font-mono">{`{{${name}}}`}</code>;
}
