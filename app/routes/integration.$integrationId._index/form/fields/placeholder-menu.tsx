// The list of names of a field with placeholders. Loaded when such a field first has the focus.
import { filterNames } from '~/engine/filters/filter-names';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useEditorFeedback } from '../editor-feedback';
import { insertText } from '../insert-text';
import { findTyped, type Typed } from './find-typed';

export type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** A name that the list offers behind the variables in scope. */
export interface FurtherOption {
  name: string;
  /** Where its value comes from; what is typed may also be part of this. */
  hint: string;
  /** Called when it was inserted. The result is shown below the field. */
  onTake?: (taken: TakenOption) => ReactNode;
}

export interface TakenOption {
  control: TextControl;
  /** The text of the field without what was inserted. */
  before: string;
  inserted: string;
}

type Option = FurtherOption | { name: string; hint?: undefined; onTake?: undefined };

export interface PlaceholderMenuProps {
  /** The id of the field's control, and its label. */
  controlId: string;
  label: string;
  /** The names in scope. */
  names: string[];
  /** Whether the field's whole text may be a name without braces. */
  canBeBare: boolean;
  loadFurther: () => Promise<FurtherOption[]>;
  /** Shows a note below the field. */
  onNote: (note: ReactNode) => void;
}

/**
 * A list of names that opens while the user types after `{{`, and a list of filters after a bar. It works for inputs and
 * text areas. The control keeps its role of a text field, which a textarea cannot change, and points to the
 * list by `aria-activedescendant` (WAI-ARIA 1.2). Arrow keys choose, Enter and Tab accept, Escape closes.
 */
export function PlaceholderMenu(props: PlaceholderMenuProps) {
  const { controlId, label, names, canBeBare, loadFurther, onNote } = props;
  const id = useId();
  const { lastRun } = useEditorFeedback();
  const [typed, setTyped] = useState<Typed>();
  const [chosen, setChosen] = useState(0);
  const [further, setFurther] = useState<FurtherOption[]>([]);
  /** Whether the text was read that the user typed before this script came. */
  const hasLooked = useRef(false);
  const options = typed ? listOptions(typed, names, further) : [];
  const isOpen = options.length > 0;
  const active = Math.min(chosen, options.length - 1);

  const take = (control: TextControl, { name, onTake }: Option) => {
    if (!typed) return;
    const { value } = control;
    const caret = control.selectionStart ?? value.length;
    const isPlain = typed.isFilter || !typed.isBraced;
    const inserted = isPlain ? name : `{{${name}}}`;
    // Closing braces that are already there are replaced, not doubled.
    const closed = isPlain ? undefined : /^\s*\}\}/.exec(value.slice(caret))?.[0];
    const end = caret + (closed?.length ?? 0);
    // What was typed already stays, so that Ctrl+Z comes back to it.
    const start = inserted.startsWith(value.slice(typed.start, caret)) ? caret : typed.start;
    control.setSelectionRange(start, end);
    insertText(control, inserted.slice(start - typed.start));
    setTyped(undefined);
    onNote(onTake?.({ control, before: value.slice(0, typed.start) + value.slice(end), inserted }));
  };

  useEffect(() => {
    const control = document.getElementById(controlId);
    if (!isTextControl(control) || control.readOnly) return;
    const look = () => {
      const found = findTyped(control.value.slice(0, control.selectionStart ?? 0), canBeBare);
      if (found && !typed) void loadFurther().then(setFurther, () => {});
      if (found?.query === typed?.query && found?.start === typed?.start) return;
      setTyped(found);
      // A name without braces may be typed as it is, so that Enter and Tab keep it until the user chooses another one.
      setChosen(found?.isBraced ? 0 : -1);
    };
    if (!hasLooked.current && !canBeBare && control === document.activeElement) look();
    hasLooked.current = true;
    const press = (event: KeyboardEvent) => {
      if (!isOpen) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const option = options[active];
      if (step) {
        const next =
          active < 0 && step < 0 ? options.length - 1 : (active + step + options.length) % options.length;
        setChosen(next);
        document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
      } else if (event.key === 'Escape') setTyped(undefined);
      else if ((event.key === 'Enter' || event.key === 'Tab') && option) take(control, option);
      else return;
      event.preventDefault();
    };
    const listeners = { input: look, click: look, keydown: press, blur: () => setTyped(undefined) };
    for (const [type, listener] of Object.entries(listeners))
      control.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        control.removeEventListener(type, listener as EventListener);
    };
  });
  usePointer(controlId, isOpen ? id : undefined, active < 0 ? undefined : `${id}-${active}`);

  if (!isOpen) return null;
  const listProps = {
    id,
    role: 'listbox',
    // A press in the list leaves the focus in the field.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  };
  const optionProps = (option: Option, index: number) => ({
    id: `${id}-${index}`,
    role: 'option',
    'aria-selected': index === active,
    onClick: () => {
      const control = document.getElementById(controlId);
      if (isTextControl(control)) take(control, option);
    },
  });
  return (
    <ul
      {...listProps}
      // Anew at each rendering, since the list grows and shrinks.
      ref={(element) => placeList(element)}
      aria-label={`Variables for ${label}`}
      className="absolute inset-x-0 top-full z-20 my-1 max-h-64 overflow-y-auto data-above:top-auto data-above:bottom-full rounded-md border border-line bg-surface-raised p-1 shadow-overlay"
    >
      {options.map((option, index) => (
        <li
          key={option.name}
          {...optionProps(option, index)}
          className="flex cursor-pointer items-baseline gap-3 rounded-sm px-3 py-2 hover:bg-surface-hover aria-selected:bg-surface-hover"
        >
          <span className="shrink-0 font-mono text-[0.8125rem]">{option.name}</span>
          <span className="min-w-0 truncate text-[0.8125rem] text-ink-muted">
            {option.hint ?? lastRun.values[option.name]}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Tells a screen reader which list belongs to the control, and which option is the active one. */
function usePointer(controlId: string, listId: string | undefined, activeId: string | undefined): void {
  useEffect(() => {
    const control = document.getElementById(controlId);
    if (!control || listId === undefined) return;
    control.setAttribute('aria-controls', listId);
    if (activeId !== undefined) control.setAttribute('aria-activedescendant', activeId);
    return () => {
      control.removeAttribute('aria-controls');
      control.removeAttribute('aria-activedescendant');
    };
  }, [controlId, listId, activeId]);
}

function isTextControl(control: Element | null): control is TextControl {
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
}

function listOptions({ query, isFilter }: Typed, names: string[], further: FurtherOption[]): Option[] {
  const found = findNames(isFilter ? filterNames : names, query).map((name) => ({ name }));
  return isFilter ? found : [...found, ...findFurther(further, query)];
}

/** Names that are no variables of the integration's own, which have no dot. */
const ofEveryRun = /^(?:trigger|request|memory)$|\./;

/** Returns the names that contain the query: first those that begin with it, of these first the integration's own variables. */
function findNames(names: readonly string[], query: string): string[] {
  const typed = query.toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(typed));
  const rank = (name: string) =>
    (name.toLowerCase().startsWith(typed) ? 0 : 2) + (ofEveryRun.test(name) ? 1 : 0);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the options of which the name or the hint contains the query. */
function findFurther(options: readonly FurtherOption[], query: string): FurtherOption[] {
  const typed = query.toLowerCase();
  return options.filter(({ name, hint }) => `${name} ${hint}`.toLowerCase().includes(typed));
}

/**
 * Places the list below its field, or above it when the space below is too small and there is more above. A list that scrolls
 * is focusable.
 */
function placeList(list: HTMLElement | null) {
  const field = list?.parentElement?.getBoundingClientRect();
  if (!list || !field) return;
  list.tabIndex = list.scrollHeight > list.clientHeight ? 0 : -1;
  const below = window.innerHeight - field.bottom;
  list.toggleAttribute('data-above', below < list.offsetHeight + 8 && field.top > below);
}
