import { isText, readSelection } from './restore-focus';

const focusable = 'input:not([type=hidden]), select, textarea, button, summary, a';

/**
 * Renders a part of the page anew by `render`, in one go, with the same elements as before. Folds stay open, and the focus and
 * the selection stay where they are.
 *
 * @param find finds the part, before and after
 */
export function renderAnew(find: () => HTMLElement | null, render: () => void): void {
  const list = <Found extends HTMLElement>(selector: string) => [
    ...(find()?.querySelectorAll<Found>(selector) ?? []),
  ];
  const { activeElement } = document;
  const focused = list(focusable).findIndex((each) => each === activeElement);
  const selection = activeElement && readSelection(activeElement);
  const open = list<HTMLDetailsElement>('details').map((fold) => fold.open);
  render();
  for (const [index, fold] of list<HTMLDetailsElement>('details').entries())
    fold.open ||= open[index] ?? false;
  const element = list(focusable)[focused];
  element?.focus({ preventScroll: true });
  if (element && selection && isText(element)) element.setSelectionRange(...selection);
}
