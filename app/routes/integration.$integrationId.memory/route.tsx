import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor } from '~/auth/guards';
import { requireIntegration } from '~/auth/not-found';
import { redirectWithToast } from '~/auth/toast-cookie';
import { ConfirmDialog } from '~/components/dialog-form/confirm-dialog';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { readTyped, type Typed } from '~/components/typed-form/typed-form';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { LinkButton } from '~/components/ui/link';
import type { AppContext } from '~/context';
import { stringifyJson } from '~/engine/json/json';
import { memoryLimits } from '~/engine/schema/memory';
import { formatCount } from '~/engine/texts/format-count';
import { describeProblem, type Problem } from '~/problem';
import type { Actor } from '~/services/actor';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { describeIntegration } from '~/services/integrations/integration-response';
import {
  clearMemory,
  findMemory,
  forgetRemembered,
  forgetSeen,
  setRemembered,
} from '~/services/memory/memory';
import { respondRefused } from '../forms/respond-refused.server';
import { SeenCard } from './seen-card';
import { noteStored, readSince } from './seen-values.server';
import { SetCard } from './set-card';
import { ValueCard } from './value-card';

export { headers, shouldRevalidate } from '~/components/network/form-route';
import { useMay } from '~/components/user/permitted';

export const clientAction = catchNetworkErrors({ title: 'Nothing was changed', text: 'Please try again.' });

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `Memory · ${loaded?.integration.name ?? 'Not found'} · Wicked Integrations` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { app } = args.context;
  const { user, membership, organizationName, id, row } = await requireIntegration(args);
  const found = await findMemory(app, membership, id);
  if (found.kind !== 'memory') throw new Response('Not Found', { status: 404 });
  const defined = await findDefinedIntegration(app.db, { ...membership, id });
  const { loopSteps = [] } = defined ? describeIntegration(app, defined) : {};
  const names = new Map(loopSteps.map((loop) => [loop.id, `For each ${loop.itemName}`]));
  const query = new URL(args.request.url).searchParams;
  return {
    user,
    organizationName,
    integration: { id, name: row.name },
    values: found.memory.values.map(({ value, ...about }) =>
      Object.assign(about, { json: stringifyJson(value) }),
    ),
    seen: found.memory.seen.map((each) =>
      Object.assign(each, { name: names.get(each.loopId) ?? 'A former for each' }),
    ),
    most: memoryLimits.values,
    isClearing: query.has('clear'),
    forgotten: query.get('forget'),
    chosen: query.get('set'),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { actor } = await requireActor(context, request);
  const id = params.integrationId ?? '';
  const typed = readTyped(await request.formData());
  const outcome = await change(context.app, actor, id, typed);
  if (outcome.kind === 'value' || outcome.kind === 'forgotten') {
    return redirectWithToast(context.app, `/integration/${id}/memory`, {
      tone: 'success',
      title: outcome.kind === 'value' ? 'Value saved' : 'Forgotten',
      description:
        outcome.kind === 'value' ? 'Runs that begin from now on read it.' : 'The next run begins without it.',
    });
  }
  if (outcome.kind === 'conflict')
    return respondRefused(outcome, await noteStored(context.app, actor, id, typed));
  const { body, ...init } = describeProblem(outcome);
  if (typed.intent === 'unsee' && typed.key && outcome.kind === 'not-found') {
    // The loop itself may be unknown, too, when it has no seen items any more.
    const errors: Record<string, string[]> = { key: ['No item with this key was seen'] };
    return data({ typed, errors, failure: null }, init);
  }
  const failure = outcome.fields
    ? null
    : outcome.kind === 'not-found'
      ? 'This is not remembered (any more).'
      : body.message;
  return data({ typed, errors: outcome.fields ?? {}, failure }, init);
}

function change(app: AppContext, actor: Actor, id: string, typed: Typed) {
  const { intent, name = '', value: json = '', loopId = '', key = '' } = typed;
  if (intent === 'set') return setRemembered(app, actor, id, { name, json, since: readSince(typed) });
  if (intent === 'forget') return forgetRemembered(app, actor, id, name);
  if (intent === 'unsee-all') return forgetSeen(app, actor, id, { loopId });
  if (intent === 'unsee' && key !== '') return forgetSeen(app, actor, id, { loopId, key });
  if (intent === 'clear') return clearMemory(app, actor, id);
  const problem: Problem = { kind: 'invalid', fields: { key: ['Write the key of the item to forget'] } };
  return problem;
}

function describeForgotten(entries: number): string {
  return entries === 1 ? '1 item' : `${formatCount(entries)} items`;
}

/** The page with the values that an integration remembers from run to run. */
export default function MemoryScreen() {
  const loaded = useLoaderData<typeof loader>();
  const mayEdit = useMay().edit;
  const { user, organizationName, integration, values, seen, most, isClearing, chosen } = loaded;
  const response = useActionResponse<typeof action>();
  const address = `/integration/${integration.id}/memory`;
  const isEmpty = values.length === 0 && seen.length === 0;
  const forgetting = seen.find(({ loopId }) => loopId === loaded.forgotten);
  const edited = values.find(({ name, isSecret }) => name === chosen && !isSecret);
  const shown = Object.fromEntries(values.map(({ name, updatedAt }) => [name, updatedAt]));
  const byHand = values.filter(({ executionId }) => executionId === null);
  const newestByHand = byHand
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1);
  const wasSet = response?.typed.intent === 'set' ? response : undefined;
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title="Memory"
        subtitle="What runs leave for the runs after them. Tests read it and leave nothing."
        badges={<Badge>{integration.name}</Badge>}
        back={{ to: `/integration/${integration.id}`, label: 'Back to Integration' }}
        actions={
          mayEdit &&
          !isEmpty && (
            <LinkButton to="?clear" preventScrollReset>
              Clear all
            </LinkButton>
          )
        }
      />
      {mayEdit && isClearing && (
        <ConfirmDialog
          title="Clear memory"
          text="All values and all items seen will be forgotten: the next run begins as if it were the first. This cannot be undone."
          action={address}
          intent="clear"
          confirm="Clear memory"
          pendingText="Clearing..."
        />
      )}
      {mayEdit && forgetting && (
        <ConfirmDialog
          title="Forget all items"
          text={`${forgetting.name}: ${describeForgotten(forgetting.entries)} will be forgotten, and the next run is a first run again. This cannot be undone.`}
          action={address}
          intent="unsee-all"
          fields={{ loopId: forgetting.loopId }}
          confirm="Forget all"
          pendingText="Forgetting..."
        />
      )}
      <div className="flex flex-col gap-6">
        {response?.failure && (
          <Banner tone="bad" title="Nothing was changed" live>
            {response.failure}
          </Banner>
        )}
        <ValueCard integrationId={integration.id} values={values} most={most} />
        {mayEdit && (
          <div id="set">
            <SetCard
              // The key empties the form after a save: a second one would replace what a run has stored since.
              key={`${chosen} ${newestByHand}`}
              isChosen={chosen !== null && !wasSet}
              typed={
                wasSet?.typed ?? {
                  name: chosen ?? '',
                  value: edited?.json ?? '',
                  seen: JSON.stringify(shown),
                }
              }
              errors={wasSet?.errors ?? {}}
            />
          </div>
        )}
        {seen.length > 0 && (
          <SeenCard seen={seen} typed={response?.typed ?? {}} errors={response?.errors ?? {}} />
        )}
      </div>
    </SignedInShell>
  );
}
