import { describeDoubt } from '~/engine/checks/doubtful-address';
import { type CurrentCall, listOf } from '../form/variable-scope';

/** Lists what is doubtful about the URL of a call and about those that its rules post to, as `the URL is not complete.` */
export function listDoubts(call: CurrentCall | undefined, openedHosts: readonly string[]): string[] {
  const isOpened = (url: string) => openedHosts.includes(new URL(url).host);
  const [handling] = listOf(call?.handling);
  const posts = listOf(handling?.statusCodeActions).filter((rule) => rule?.action === 'webhook');
  const addresses = [
    { place: 'the URL', url: call?.url },
    ...posts.map((rule) => ({ place: 'the webhook URL of a rule', url: rule?.webhookURL })),
  ];
  return addresses.flatMap(({ place, url = '' }) => {
    const doubt = describeDoubt(url, isOpened);
    return doubt ? `${place} ${doubt}` : [];
  });
}
