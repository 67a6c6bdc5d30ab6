import { data } from '@remix-run/node';
import type { AppContext } from '~/context';
import { listStartedNames } from '~/db/integrations/event-triggers';
import { findIntegration } from '~/db/integrations/integrations';
import { describeProblem, type Problem } from '~/problem';
import type { Actor } from '~/services/actor';
import { type Change, changeEach, type Changed, maxChanged } from '~/services/integrations/many/change-each';
import { IntegrationTag } from '~/fields';
import { confirmationWords, isConfirmed } from './confirmation-words';

/** What the form shows again: what was selected, the typed tag, and what keeps it from being done. */
export interface SentSelection {
  selected: string[] | 'all';
  tag: string;
  error: string | undefined;
}

/** What became of an integration, as the screen lists it. */
export interface ChangeLine {
  id: string;
  /** Null for one that was deleted meanwhile. */
  name: string | null;
  outcome: 'done' | 'same' | 'not';
  /** Why it was not done. */
  message: string | null;
}

/**
 * Does what the pressed button says with each selected integration. Disabling and deleting first ask for a word. Whatever becomes of
 * single ones is listed; an error keeps the selection.
 */
export async function submitSelection(app: AppContext, actor: Actor, form: FormData) {
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
    return change(app, actor, selected, { kind: intent, tag: read.data });
  }
  if (intent === 'deploy') return change(app, actor, selected, { kind: 'deploy' });
  if (!isConfirmed(intent)) throw data('No such intent', { status: 400 });
  const typed = form.get('confirmation');
  const word = confirmationWords[intent];
  return typed === word
    ? change(app, actor, selected, { kind: intent })
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
    },
    { status: error === undefined ? 200 : 422 },
  );
}

async function change(app: AppContext, actor: Actor, selected: string[], wanted: Change) {
  const changed = await changeEach(app, actor, selected, wanted);
  const lines = changed.map((each) => describe(each, wanted));
  return data({
    kind: 'changed' as const,
    change: wanted.kind,
    // Those that need a look come first.
    lines: [...lines.filter(isNotDone), ...lines.filter((line) => !isNotDone(line))],
    selection: undefined,
  });
}

function isNotDone({ outcome }: ChangeLine): boolean {
  return outcome === 'not';
}

function describe({ id, name, outcome }: Changed, wanted: Change): ChangeLine {
  if (outcome.kind === 'done' || outcome.kind === 'same') {
    return { id, name, outcome: outcome.kind, message: null };
  }
  const isDeleted = wanted.kind === 'delete' && outcome.kind === 'not-found';
  return isDeleted
    ? { id, name, outcome: 'same', message: null }
    : { id, name, outcome: 'not', message: describeRefusal(outcome) };
}

function describeRefusal(problem: Problem): string {
  if (problem.kind === 'not-found') return 'It was deleted meanwhile.';
  const { body } = describeProblem(problem);
  return Object.values(body.fields ?? {}).flat()[0] ?? body.message;
}
