// What the form for the integrations of a file asks for: another part of the list, or the import.
import type { AppContext } from '~/context';
import type { Problem } from '~/problem';
import type { Actor } from '~/services/actor';
import { importStoredIntegrations } from '~/services/imports/imports';
import type { SentChoices } from '../integrations-form';
import type { ListPage } from './page.server';
import { readView } from './state';
import { turnPage } from './turn-page.server';
import { chooseTreatments, readChanged, readListState, selectionField, selections } from './treatment-fields';

interface SentList {
  keptId: string;
  form: FormData;
  connections: Record<string, string>;
}

/**
 * Imports what was selected when the form says so: `done`. Otherwise, and when that fails, returns the page of the list that
 * the form asks for, with its choices; without a page, the file is to be read again.
 */
export async function importOrTurn(
  app: AppContext,
  actor: Actor,
  { keptId, form, connections }: SentList,
): Promise<
  { kind: 'done' } | { kind: 'list'; list: ListPage | null; sent: SentChoices; problem: Problem | null }
> {
  const state = readListState(form);
  const changed = readChanged(form);
  const sent = { changed, connections };
  const isImport = form.get('intent') === 'import-list';
  let problem: Problem | null = null;
  if (isImport) {
    const choose = chooseTreatments(state, changed);
    const outcome =
      state.selected.length === 0
        ? noneSelected
        : await importStoredIntegrations(app, actor, keptId, { choose, connections });
    if (outcome.kind === 'imported') return { kind: 'done' };
    problem = outcome;
  }
  const asked = readView(form, state.view);
  const isOther = asked.search !== state.view.search || asked.status !== state.view.status;
  const view = isImport ? state.view : { ...asked, page: isOther ? 1 : asked.page };
  const selection = selections.find((each) => each === form.get(selectionField));
  const turned = await turnPage(app, actor, keptId, { state, wish: { view, selection } });
  if (turned.kind !== 'page') return { kind: 'list', list: null, sent, problem: turned };
  if (!turned.page && !problem) return { kind: 'done' };
  return { kind: 'list', list: turned.page ?? null, sent, problem };
}

const noneSelected: Problem = { kind: 'invalid', message: 'Select at least one integration.' };
