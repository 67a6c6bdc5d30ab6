import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { Plus } from '~/components/icons/icons';
import { Button } from '~/components/ui/button';
import { useReadOnly } from '~/components/ui/read-only';
import { joinClassNames } from '~/components/ui/class-names';
import { DetailsChevron } from '~/components/ui/details-chevron';
import type { FoundPath } from '~/engine/paths/path-discovery';
import type { CallForm, EditorForm } from '../editor-form';
import { canLoopAfter, isList, loopOver } from '../loop-over';
import { proposeName } from '../propose-name';
import { readCurrentForm } from '../read-form';
import { listAllVariables } from '../variable-scope';
import { useAnnounce } from '../../chain/edits/chain-announcer';
import { useChosen } from '../../chain/chosen/chosen-call';

interface PathPickerProps {
  paths: FoundPath[];
  mapping: FieldMetadata<CallForm['responseMapping'], EditorForm>;
  callIndex: number;
  title: string;
}

/** Shows the fields of a response. Each is a button that maps it to a variable named after it. */
export function PathPicker({ paths, mapping, callIndex, title }: PathPickerProps) {
  const form = useFormMetadata<EditorForm>();
  if (paths.length === 0) return null;
  const { extractFields } = mapping.getFieldset();
  const rows = extractFields.getFieldList().map((row) => row.getFieldset().jsonPath.value);
  const taken = new Set(listAllVariables(form.value).map((name) => name.toLowerCase()));
  const canLoop = canLoopAfter(form.value, callIndex);
  const propose = (path: FoundPath) =>
    form.insert.getButtonProps({
      name: extractFields.name,
      defaultValue: {
        jsonPath: path.jsonPath,
        saveAs: proposeName(path, taken, `call_${callIndex + 1}_value`),
      },
    });
  return (
    <details className="rounded-md border border-line px-4 py-2" open>
      <summary className="min-h-8 font-medium">{title}</summary>
      <p className="mb-2 text-[0.8125rem] text-ink-muted">Press a field to save it as a variable.</p>
      {canLoop && isList({ children: paths }) && (
        <div className="mb-2 flex items-center gap-2 pl-3 text-[0.8125rem] text-ink-muted">
          The response is a list. <ForEachButton list={{ jsonPath: '', name: '' }} callIndex={callIndex} />
        </div>
      )}
      <PathList
        paths={paths}
        used={new Set(rows)}
        usedText="Mapped"
        describe={(path) => `Map ${path}`}
        propose={propose}
        loopsAfter={canLoop ? callIndex : undefined}
      />
    </details>
  );
}

interface PathListProps {
  paths: FoundPath[];
  /** The paths that need no button any more, and the text beside them. */
  used: Set<string | undefined>;
  usedText: string;
  /** Describes what the button of a path does. */
  describe: (jsonPath: string) => string;
  propose: (path: FoundPath) => ReturnType<ReturnType<typeof useFormMetadata>['insert']['getButtonProps']>;
  /** The index of the call with the response, when the next call can run for each item of its lists. */
  loopsAfter?: number | undefined;
}

/** Lists paths in a JSON value. Each is a button that adds the row that `propose` returns. Further paths are folded. */
export function PathList({ paths, ...rest }: PathListProps) {
  const further = paths.filter(({ isFurther }) => isFurther);
  return (
    <ul className="flex flex-col gap-1 border-l border-line pl-3">
      {paths.map((path) => !path.isFurther && <PathItem key={path.jsonPath} path={path} {...rest} />)}
      {further.length > 0 && (
        <li className="min-w-0">
          <details>
            <summary className="flex min-h-8 items-center gap-1.5 px-3 text-[0.8125rem] text-ink-muted hover:text-ink">
              <DetailsChevron />
              {further.length === 1 ? '1 more field' : `${further.length} more fields`}
            </summary>
            <ul className="flex flex-col gap-1">
              {further.map((path) => (
                <PathItem key={path.jsonPath} path={path} {...rest} />
              ))}
            </ul>
          </details>
        </li>
      )}
    </ul>
  );
}

function PathItem({ path, ...rest }: Omit<PathListProps, 'paths'> & { path: FoundPath }) {
  const { used, usedText, describe, propose, loopsAfter } = rest;
  const isUsed = used.has(path.jsonPath);
  const isReadOnly = useReadOnly();
  return (
    <li className="min-w-0">
      <div className="flex min-w-0 items-center gap-2">
        {isReadOnly ? (
          <span className="px-3 font-mono text-[0.8125rem] wrap-anywhere">{path.name}</span>
        ) : (
          <Button
            size="sm"
            variant="quiet"
            icon={Plus}
            className={joinClassNames('max-w-full font-mono', isUsed && 'cursor-not-allowed! opacity-50!')}
            aria-label={describe(path.jsonPath)}
            data-add="path"
            // A field that is used keeps the focus, which `disabled` would lose.
            {...(isUsed ? { 'aria-disabled': true } : { ...propose(path), type: 'submit' })}
          >
            {path.name}
          </Button>
        )}
        <span className="min-w-0 truncate text-[0.8125rem] text-ink-muted">
          {isUsed ? usedText : path.sample}
        </span>
        {loopsAfter !== undefined && isList(path) && <ForEachButton list={path} callIndex={loopsAfter} />}
      </div>
      {path.children.length > 0 && <PathList {...rest} paths={path.children} />}
    </li>
  );
}

interface ForEachButtonProps {
  /** The list, by its path in the response; an empty path for the whole response. */
  list: Pick<FoundPath, 'jsonPath' | 'name'>;
  /** The index of the call with the response. */
  callIndex: number;
}

/** The button that makes the next call run for each item of a list. Only script can do that in one press. */
function ForEachButton({ list, callIndex }: ForEachButtonProps) {
  const form = useFormMetadata<EditorForm>();
  const announce = useAnnounce();
  const { choose } = useChosen();
  if (useReadOnly()) return null;
  function add() {
    const { value, items, ...next } = loopOver(readCurrentForm(form.id), callIndex, list);
    form.update({ value: value as EditorForm });
    choose(next.callIndex);
    // The update renders the cards anew, and a response that is still shown announces itself.
    requestAnimationFrame(() => announce(`${next.callName} runs for each item of ${items}`));
  }
  return (
    <Button
      size="sm"
      variant="quiet"
      onClick={add}
      aria-label={`Run the next call for each item of ${list.jsonPath || 'the response'}`}
      title="Run the next call for each item"
      className="ml-auto px-2! noscript:hidden"
    >
      For each
    </Button>
  );
}
