import { useEffect, useRef } from 'react';
import { nameValue } from '~/engine/placeholders/reference-pattern';
import { attemptName, failureFacts, runFacts } from '~/engine/run-facts';
import { memoryName } from '~/engine/schema/memory';
import { useReadOnly } from '~/components/ui/read-only';
import { useHydrated } from '~/components/ui/use-hydrated';
import { useEditorFeedback } from '../editor-feedback';
import { insertText } from '../insert-text';
import { useScope } from './scope-variables';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** The fields that accept placeholders, which open a list of names. */
const takesPlaceholders = ':is(input, textarea)[aria-autocomplete=list]';

/** How many names are shown before the organization's further values are left to the list that opens after `{{`. */
const maxShown = 20;

/** The names of what each run knows of itself. */
const ofRun: ReadonlySet<string> = new Set([...runFacts, ...failureFacts, attemptName]);

/** The names of the payload and its request, which a chain has before it saves anything. */
const ofTrigger: ReadonlySet<string> = new Set(['trigger', 'request']);

function isOfOrganization(name: string): boolean {
  return name.startsWith(nameValue(''));
}

const look =
  'min-h-6 max-w-full shrink-0 truncate rounded-sm bg-surface-hover px-2 py-0.5 font-mono text-xs text-ink';

/**
 * The placeholders that a call may use in the current form, with their values in the last execution. With script each is
 * a button that inserts the placeholder at the cursor, at its last position, or into the URL when no field had the focus
 * yet. What each run knows of itself is seldom needed, so only the list that opens after `{{` offers it.
 */
export function VariableChips() {
  const scope = useScope();
  const { lastRun } = useEditorFeedback();
  const names = scope.filter((name) => !ofRun.has(name) && name !== memoryName);
  const shown = names.filter((name, index) => !isOfOrganization(name) || index < maxShown);
  const left = names.length - shown.length;
  const hydrated = useHydrated();
  const isReadOnly = useReadOnly();
  const own = useRef<HTMLDivElement>(null);
  const last = useRef<TextControl>(undefined);

  useEffect(() => {
    const card = own.current?.closest('[data-chips]');
    const note = ({ target }: Event) => {
      if (isTextControl(target) && target.matches(takesPlaceholders)) last.current = target;
    };
    card?.addEventListener('focusin', note);
    return () => card?.removeEventListener('focusin', note);
  }, []);

  function insert(name: string) {
    if (last.current && isSeen(last.current)) return insertText(last.current, `{{${name}}}`);
    const first = own.current?.closest('[data-chips]')?.querySelector(takesPlaceholders);
    if (!isTextControl(first)) return;
    first.setSelectionRange(first.value.length, first.value.length);
    insertText(first, `{{${name}}}`);
  }

  return (
    <div ref={own} className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-ink-muted">
      <span>Variables you can use here:</span>
      <ul className="contents">
        {shown.map((name) => {
          const text = `{{${name}}}`;
          const title = lastRun.values[name] && `Last value: ${lastRun.values[name]}`;
          return (
            <li key={name} className="flex max-w-full min-w-0 items-baseline gap-2">
              {hydrated && !isReadOnly ? (
                <button
                  type="button"
                  title={title}
                  aria-label={`Insert ${text}`}
                  // Keeps the focus and the cursor in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => insert(name)}
                  className={`${look} hover:bg-accent-soft hover:text-accent-ink`}
                >
                  {text}
                </button>
              ) : (
                <span title={title} className={look}>
                  {text}
                </span>
              )}
              {lastRun.values[name] !== undefined && (
                <span title={lastRun.values[name]} className="min-w-0 truncate">
                  {lastRun.values[name]}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {left > 0 && (
        <span>
          and {left} more values of the organization, in {'{{org.'}
        </span>
      )}
      {names.every((name) => ofTrigger.has(name)) && (
        <span className="basis-full">
          To use a call’s response in later calls, test the call and type {'{{'} there, or save it under
          Mapping.
        </span>
      )}
    </div>
  );
}

function isTextControl(target: unknown): target is TextControl {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function isSeen(control: TextControl): boolean {
  return control.getClientRects().length > 0;
}
