/** The dialogs of a person's own account. Each is a search parameter, so that it opens over any screen. */
export type DialogView = 'profile' | 'password' | 'sessions';

const views: DialogView[] = ['profile', 'password', 'sessions'];

/** Which of them an address opens. */
export function readDialogView(query: URLSearchParams): DialogView | undefined {
  return views.find((view) => view === query.get('dialog'));
}

/** The same screen with a dialog open, or without one. */
export function dialogAddress(
  { pathname, search }: { pathname: string; search: string },
  view?: DialogView,
): string {
  const query = new URLSearchParams(search);
  query.delete('dialog');
  if (view) query.set('dialog', view);
  const text = query.toString();
  return text ? `${pathname}?${text}` : pathname;
}
