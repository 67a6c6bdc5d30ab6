import { filterNames } from '~/engine/filters/filter-names';
import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useId, useState } from 'react';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

interface OpenMenu {
  /** Where the braces begin. */
  start: number;
  query: string;
  active: number;
  /** Behind a bar: a filter is offered, and stands alone. */
  isFilter: boolean;
}

/**
 * A list of names that opens while one types behind `{{`, and of filters behind a bar in there, for an input as for a textarea. The control keeps its role of
 * a text field, which a textarea cannot give up, and points to the list by `aria-activedescendant` (WAI-ARIA 1.2).
 * Arrow keys choose, Enter and Tab take, Escape closes.
 */
export function usePlaceholderMenu(names: string[]) {
  const id = useId();
  const [list, setList] = useState<OpenMenu>();
  const options = list ? findNames(list.isFilter ? filterNames : names, list.query) : [];
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
  };

  const take = (control: TextControl, name: string) => {
    if (!list) return;
    const caret = control.selectionStart ?? control.value.length;
    control.focus();
    if (list.isFilter) {
      control.setRangeText(name, list.start, caret, 'end');
      control.dispatchEvent(new Event('input', { bubbles: true }));
      setList(undefined);
      return;
    }
    // Braces that are already closed are not closed twice.
    const closed = /^\s*\}\}/.exec(control.value.slice(caret))?.[0].length ?? 0;
    control.setRangeText(`{{${name}}}`, list.start, caret + closed, 'end');
    control.dispatchEvent(new Event('input', { bubbles: true }));
    setList(undefined);
  };

  const onKeyDown = (event: KeyboardEvent<TextControl>) => {
    if (!list || !isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const name = options[active];
    if (step) setList({ ...list, active: (active + step + options.length) % options.length });
    else if (event.key === 'Escape') setList(undefined);
    else if ((event.key === 'Enter' || event.key === 'Tab') && name) take(event.currentTarget, name);
    else return;
    event.preventDefault();
  };

  return {
    options,
    listProps: { id, role: 'listbox' },
    /** The field, whose id is given, keeps the focus. */
    optionProps: (index: number, name: string, controlId: string) => ({
      id: `${id}-${index}`,
      role: 'option',
      'aria-selected': index === active,
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => {
        const control = document.getElementById(controlId);
        if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
          take(control, name);
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

/** Those that begin with what was typed first, then those that hold it. */
function findNames(names: readonly string[], query: string): string[] {
  const typed = query.toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(typed));
  const rank = (name: string) => (name.toLowerCase().startsWith(typed) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}
