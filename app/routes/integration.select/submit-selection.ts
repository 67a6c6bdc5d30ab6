import { data, redirect } from '@remix-run/node';
import { type ListQuery, selectionUrl } from '~/components/integration/list-query';
import type { AppContext } from '~/context';
import { listStartedNames } from '~/db/integrations/event-triggers';
import { findIntegration } from '~/db/integrations/integrations';
import type { Actor } from '~/services/actor';
import { type Change, changeEach, maxChanged } from '~/services/integrations/many/change-each';
import { IntegrationTag } from '~/fields';
import { describeOutcome } from './change-lines';
import { confirmationWords, isConfirmed } from './confirmation-words';
import { keepOutcome, keepSelection } from './kept-change.server';

/** What the form shows again: what was selected, the typed tag, and what keeps it from being done. */
export interface SentSelection {
  selected: string[] | 'all';
  tag: string;
  error: string | undefined;
}

/** Whether a sent form changes the selected integrations, and does not only export them, or change what is selected. */
export function changesSelected(form: FormData): boolean {
  return !['export', 'select-all', 'select-none'].includes(String(form.get('intent')));
}

/**
 * Does what the pressed button says with each selected integration. Disabling and deleting first ask for a word. Redirects to what
 * became of each; an error keeps the selection.
 *
 * @param list the list of the screen, to which the browser comes back
 */
export async function submitSelection(app: AppContext, actor: Actor, form: FormData, list: ListQuery) {
  const intent = String(form.get('intent'));
  const selected = [...new Set(form.getAll('selected').map(String))];
  const tag = String(form.get('tag') ?? '').trim();
  if (intent === 'select-all') return show({ selected: 'all', tag });
  if (intent === 'select-none') return show({ selected: [], tag });
  if (selected.length === 0) return show({ selected, tag, error: 'Select at least one integration.' });
  if (selected.length > maxChanged) {
    return show({ selected, tag, error: `Select at most ${maxChanged} integrations.` });
  }
  if (intent === 'export') {
    const ids = selected.map(encodeURIComponent).join(',');
    const url = `/api/integrations/organization/${actor.organizationId}/export?ids=${ids}`;
    // No redirect: with many ids its header is longer than what proxies take.
    return data({ kind: 'exported' as const, url, selection: { selected, tag, error: undefined } });
  }
  if (intent === 'add-tag' || intent === 'remove-tag') {
    const read = IntegrationTag.safeParse(tag);
    if (!read.success) {
      const error = tag === '' ? 'Type a tag first.' : (read.error.issues[0]?.message ?? 'This is no tag.');
      return show({ selected, tag, error });
    }
    return change(app, actor, { selected, list, wanted: { kind: intent, tag: read.data } });
  }
  if (intent === 'deploy') return change(app, actor, { selected, list, wanted: { kind: 'deploy' } });
  if (!isConfirmed(intent)) throw data('No such intent', { status: 400 });
  const typed = form.get('confirmation');
  const word = confirmationWords[intent];
  return typed === word
    ? change(app, actor, { selected, list, wanted: { kind: intent } })
    : ask(app, actor, { change: intent, selected, typed: typed === null ? undefined : String(typed) });
}

function show({ error, ...shown }: { selected: string[] | 'all'; tag: string; error?: string }) {
  return data(
    { kind: 'selection' as const, selection: { ...shown, error } satisfies SentSelection },
    { status: error === undefined ? 200 : 422 },
  );
}

/** `typed`: undefined when the question is new. */
async function ask(
  app: AppContext,
  actor: Actor,
  {
    change: wanted,
    selected,
    typed,
  }: { change: 'disable' | 'delete'; selected: string[]; typed: string | undefined },
) {
  const { organizationId } = actor;
  const integrations: { id: string; name: string }[] = [];
  const starts: string[] = [];
  for (const id of selected) {
    const integration = await findIntegration(app.db, { id, organizationId });
    if (!integration) continue;
    integrations.push({ id, name: integration.name });
    if (wanted === 'delete') starts.push(...(await listStartedNames(app.db, integration, selected)));
  }
  const selection: SentSelection = { selected, tag: '', error: undefined };
  if (integrations.length === 0) {
    return show({ selected: [], tag: '', error: 'The selected integrations were deleted meanwhile.' });
  }
  const error = typed === undefined ? undefined : `Type ${confirmationWords[wanted]} to confirm`;
  return data(
    {
      kind: 'asked' as const,
      change: wanted,
      integrations,
      starts: [...new Set(starts)],
      typed,
      error,
      selection,
      // To cancel is a link, which sends nothing.
      keptId: await keepSelection(app, actor, selected),
    },
    { status: error === undefined ? 200 : 422 },
  );
}

async function change(
  app: AppContext,
  actor: Actor,
  { selected, wanted, list }: { selected: string[]; wanted: Change; list: ListQuery },
) {
  const changed = await changeEach(app, actor, selected, wanted);
  const outcome = { change: wanted.kind, changed };
  const result = await keepOutcome(app, actor, outcome);
  if (result !== undefined) return redirect(selectionUrl(list, { result }));
  return data({ kind: 'changed' as const, ...describeOutcome(outcome), selection: undefined });
}
