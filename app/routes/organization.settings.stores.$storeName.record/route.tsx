import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, requireMembership } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { ConfirmDialog } from '~/components/dialog-form/confirm-dialog';
import { LazyJsonView } from '~/components/json/lazy-json-view';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { RelativeTime } from '~/components/time/relative-time';
import { readTyped } from '~/components/typed-form/typed-form';
import { Card } from '~/components/ui/card';
import { DefinitionList } from '~/components/ui/definition-list';
import { LinkButton, TextLink } from '~/components/ui/link';
import { Permitted, useMay } from '~/components/user/permitted';
import { stringifyJson } from '~/engine/json/json';
import { storeLimits } from '~/engine/stores/store-limits';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { findRecordResponse, type RecordResponse } from '~/services/stores/record-response';
import { deleteRecord, saveRecord } from '~/services/stores/records';
import { respondRefused } from '../forms/respond-refused.server';
import { recordAddress, recordsAddress } from '../organization.settings.stores/addresses';
import { HiddenValue } from '../organization.settings.stores/hidden-value';
import { toRecordInput } from '../organization.settings.stores/read-form';
import { RecordForm } from '../organization.settings.stores/record-form';
import { WrittenBy } from '../organization.settings.stores/written-by';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => {
  const title = loaded?.record ? `${loaded.key} · ${loaded.store}` : 'Not found';
  return [{ title: `${title} · Stores · Organization Settings · Wicked Integrations` }];
};

/** Reads which record the address names. */
function readAddress(request: Request, storeName = '') {
  const query = new URL(request.url).searchParams;
  return { query, store: storeName, key: query.get('key') ?? '' };
}

/** Loads a record. One that is gone is not found, but its page still shows what was typed in its form. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { organizationId } = (await requireMembership(app, request)).membership;
  const { query, store, key } = readAddress(request, params.storeName);
  const found = await findRecordResponse(app, { organizationId, store, key });
  if (found.kind !== 'record') return data({ store, key, record: null, isDeleting: false }, { status: 404 });
  const { value, ...record } = found.record;
  const isShown = record.isReadable && !record.isSecret;
  const json = isShown ? writeForForm(value) : null;
  return data({ store, key, record: { ...record, json }, isDeleting: query.has('delete') });
}

/** Returns the JSON of a value in lines; in one line when the lines would make more text than a form may send. */
function writeForForm(value: unknown): string {
  const wide = stringifyJson(value, 2);
  return wide.length <= 2 * storeLimits.value ? wide : stringifyJson(value);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { actor } = await requireActor(context, request);
  const { store, key } = readAddress(request, params.storeName);
  const typed = readTyped(await request.formData());
  if (typed.intent === 'delete') {
    const outcome = await deleteRecord(context.app, actor, { store, key });
    const toast =
      outcome.kind === 'deleted'
        ? ({ tone: 'success', title: 'Record deleted' } as const)
        : ({
            tone: 'destructive',
            title: 'Error',
            description: describeProblem(outcome).body.message,
          } as const);
    return redirectWithToast(context.app, recordsAddress(store), toast);
  }
  const input = { ...toRecordInput(typed), since: typed.updatedAt };
  const outcome = await saveRecord(context.app, actor, { store, key }, input);
  if (outcome.kind === 'record') {
    const toast = { tone: 'success', title: 'Record saved' } as const;
    return redirectWithToast(context.app, recordAddress(store, key), toast);
  }
  if (outcome.kind !== 'conflict') return respondRefused(outcome, typed);
  // A second save comes after that warning, and overwrites what stands there now.
  const present = await findRecordResponse(context.app, { ...actor, store, key });
  const updatedAt = present.kind === 'record' ? present.record.updatedAt : '';
  return respondRefused(outcome, { ...typed, updatedAt });
}

export default function RecordPage() {
  const { store, key, record, isDeleting } = useLoaderData<typeof loader>();
  const mayEdit = useMay().edit;
  const response = useActionResponse<typeof action>();
  const address = recordAddress(store, key);
  const json = record?.json ?? null;
  const stored = {
    value: json ?? '',
    expiresAt: record?.expiresAt ?? '',
    updatedAt: record?.updatedAt ?? '',
  };
  return (
    <>
      {isDeleting && mayEdit && (
        <ConfirmDialog
          title="Delete record"
          text={`The record ${key} of ${store} will be deleted. This cannot be undone.`}
          action={address}
          intent="delete"
          confirm="Delete record"
          pendingText="Deleting..."
        />
      )}
      <Card
        title={<code className="font-mono wrap-anywhere">{key}</code>}
        text={
          <>
            A record of <TextLink to={recordsAddress(store)}>{store}</TextLink>
          </>
        }
        actions={
          record && (
            <Permitted to="edit">
              <LinkButton to={`${address}&delete`} size="sm" preventScrollReset>
                Delete
              </LinkButton>
            </Permitted>
          )
        }
      >
        <div className="flex flex-col gap-field">
          {record ? (
            <AboutRecord {...record} />
          ) : (
            <p>There is no such record. It may have been deleted, or have expired.</p>
          )}
          {record &&
            (json === null ? (
              <HiddenValue {...record} />
            ) : (
              !mayEdit && <LazyJsonView label="Value" text={json} />
            ))}
          {mayEdit && (record ?? response) && (
            <RecordForm
              // The key resets the fields to what is stored after a save.
              key={stored.updatedAt}
              action={address}
              list={recordsAddress(store)}
              values={response?.typed ?? stored}
              errors={response?.errors ?? {}}
              failure={response?.failure ?? null}
              isHidden={record !== null && json === null}
            >
              <input type="hidden" name="updatedAt" value={response?.typed.updatedAt ?? stored.updatedAt} />
            </RecordForm>
          )}
        </div>
      </Card>
    </>
  );
}

type AboutRecordProps = Pick<RecordResponse, 'updatedAt' | 'expiresAt' | 'executionId' | 'integrationId'>;

function AboutRecord({ updatedAt, expiresAt, executionId, integrationId }: AboutRecordProps) {
  return (
    <DefinitionList
      items={[
        ['Last change', <RelativeTime key="changed" at={updatedAt} />],
        ['Written by', <WrittenBy key="by" {...{ executionId, integrationId }} />],
        ['Expires', expiresAt === null ? 'Never' : <RelativeTime key="end" at={expiresAt} />],
      ]}
    />
  );
}
