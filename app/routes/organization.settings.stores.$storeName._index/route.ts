import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';
import { findStoreResponse } from '~/services/stores/store-response';
import { recordsAddress } from '../organization.settings.stores/addresses';

/** Leads a shortened address to the records of the store. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { organizationId } = (await requireMembership(app, request)).membership;
  const found = await findStoreResponse(app, { organizationId, store: params.storeName ?? '' });
  if (found.kind !== 'store') throw new Response('Not Found', { status: 404 });
  return redirect(recordsAddress(found.store.name));
}
