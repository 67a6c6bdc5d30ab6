// The client's handling of the forms that both steps send.
import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react';
import { catchNetworkErrors, revalidateUnlessFailed } from '~/components/network/network-error';
import { describeNetworkFailure } from './network-failures';

export async function clientAction(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData();
  return catchNetworkErrors(describeNetworkFailure(form), form.has('inline') ? 'page' : 'toast')(args);
}

/** Skips the reload after a submission that changed nothing. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { formData, actionStatus = 200 } = change;
  // A fetcher that ends while a navigation reads its data ends that too, with what the fetcher reloads.
  const { navigation } = __remixRouter.state;
  if (navigation.state === 'loading' && navigation.formData !== formData) return true;
  const changedNothing =
    /^(reveal$|[a-z-]+:)/.test(String(formData?.get('intent') ?? '')) || actionStatus >= 400;
  return changedNothing ? false : revalidateUnlessFailed(change);
};
