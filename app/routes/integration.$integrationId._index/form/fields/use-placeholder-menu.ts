import { filterNames } from '~/engine/filters/filter-names';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useState,
} from 'react';

export type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** A name that the list offers behind the variables in scope. */
export interface FurtherOption {
  name: string;
  /** Where its value comes from; what is typed after the braces may also be part of this. */
  hint: string;
  /** Called when its placeholder was inserted, with the text without it. The result is shown below the field. */
  onTake?: (control: TextControl, before: string) => ReactNode;
}

interface OpenMenu {
  /** The index at which the braces, or the filter's name, begin. */
  start: number;
  query: string;
  active: number;
  /** Whether filters are offered, behind a bar; a filter is inserted without braces. */
  isFilter: boolean;
}

/**
 * A list of names that opens while the user types after `{{`, and a list of filters after a bar in there. It works for
 * inputs and text areas. The control keeps its role of a text field, which a textarea cannot change, and points to the
 * list by `aria-activedescendant` (WAI-ARIA 1.2). Arrow keys choose, Enter and Tab accept, Escape closes.
 */
export function usePlaceholderMenu(names: string[], loadFurther: () => Promise<FurtherOption[]>) {
  const id = useId();
  const [list, setList] = useState<OpenMenu>();
  const [further, setFurther] = useState<FurtherOption[]>([]);
  const [note, setNote] = useState<ReactNode>();
  const options: (FurtherOption | { name: string; hint?: undefined; onTake?: undefined })[] = [];
  if (list) {
    const found = findNames(list.isFilter ? filterNames : names, list.query);
    options.push(
      ...found.map((name) => ({ name })),
      ...(list.isFilter ? [] : findFurther(further, list.query)),
    );
  }
  const isOpen = options.length > 0;
  const active = Math.min(list?.active ?? 0, options.length - 1);

  const look = ({ currentTarget: control }: SyntheticEvent<TextControl>) => {
    const caret = control.selectionStart ?? 0;
    const before = control.value.slice(0, caret);
    const filter = /\{\{[^{}]*\|\s*(\w*)$/.exec(before);
    const match = filter ?? /\{\{\s*([\w.]*)$/.exec(before);
    const query = match?.[1] ?? '';
    const start = filter ? caret - query.length : (match?.index ?? 0);
    const isSame = match && list && query === list.query && start === list.start;
    if (!isSame) setList(match ? { start, query, active: 0, isFilter: filter !== null } : undefined);
    if (match && !list) void loadFurther().then(setFurther, () => {});
  };

  const take = (control: TextControl, { name, onTake }: (typeof options)[number]) => {
    if (!list) return;
    const caret = control.selectionStart ?? control.value.length;
    control.focus();
    if (list.isFilter) {
      control.setRangeText(name, list.start, caret, 'end');
      control.dispatchEvent(new Event('input', { bubbles: true }));
      setList(undefined);
      return;
    }
    // Closing braces that are already there are replaced, not doubled.
    const closed = /^\s*\}\}/.exec(control.value.slice(caret))?.[0].length ?? 0;
    control.setRangeText('', list.start, caret + closed, 'end');
    const before = control.value;
    control.setRangeText(`{{${name}}}`, list.start, list.start, 'end');
    control.dispatchEvent(new Event('input', { bubbles: true }));
    setList(undefined);
    setNote(onTake?.(control, before));
  };

  const onKeyDown = (event: KeyboardEvent<TextControl>) => {
    if (!list || !isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[active];
    if (step) {
      const next = (active + step + options.length) % options.length;
      setList({ ...list, active: next });
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Escape') setList(undefined);
    else if ((event.key === 'Enter' || event.key === 'Tab') && option) take(event.currentTarget, option);
    else return;
    event.preventDefault();
  };

  return {
    options,
    note,
    /** A press in the list leaves the focus in the field. */
    listProps: {
      id,
      role: 'listbox',
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
    },
    /** A click inserts the name into the field with `controlId`, which keeps the focus. */
    optionProps: (index: number, option: (typeof options)[number], controlId: string) => ({
      id: `${id}-${index}`,
      role: 'option',
      'aria-selected': index === active,
      onClick: () => {
        const control = document.getElementById(controlId);
        if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
          take(control, option);
      },
    }),
    controlProps: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? `${id}-${active}` : undefined,
      onInput: look,
      onClick: look,
      onKeyDown,
      onBlur: () => setList(undefined),
    },
  };
}

/** Returns the names that contain the query: first those that begin with it. */
function findNames(names: readonly string[], query: string): string[] {
  const typed = query.toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(typed));
  const rank = (name: string) => (name.toLowerCase().startsWith(typed) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the options of which the name or the hint contains the query. */
function findFurther(options: readonly FurtherOption[], query: string): FurtherOption[] {
  const typed = query.toLowerCase();
  return options.filter(({ name, hint }) => `${name} ${hint}`.toLowerCase().includes(typed));
}
