import { describeDoubt } from '~/engine/checks/doubtful-address';
import { listUnclosed } from '~/engine/checks/unclosed-braces';
import { listUnreadFilters } from '~/engine/placeholders/unread-filters';
import { type CurrentCall, listOf } from '../form/variable-scope';

/** Lists what is doubtful about the URL of a call and about those that its rules post to, as `the URL is not complete.` */
function listDoubts(call: CurrentCall | undefined, openedHosts: readonly string[]): string[] {
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

interface Doubts {
  /** The placeholders whose filters cannot be read, and what is wrong with these. */
  unread: ReturnType<typeof listUnreadFilters>;
  /** Warnings about placeholders that nothing closes. */
  unclosed: string[];
  /** Warnings about addresses. */
  addresses: string[];
}

/** Looks at the texts of a call with placeholders, the URL, the headers and the body, and at its addresses. */
export function readDoubts(call: CurrentCall | undefined, openedHosts: readonly string[]): Doubts {
  const headers = listOf(call?.headers).map((row) => ({
    place: `the header ${row?.name}`,
    text: row?.value ?? '',
    isSecret: Boolean(row?.secret),
  }));
  const texts = [
    { place: 'the URL', text: call?.url ?? '' },
    ...headers,
    { place: 'the body', text: call?.body ?? '' },
  ];
  return {
    unread: texts.flatMap(({ text }) => listUnreadFilters(text)),
    unclosed: texts.flatMap(listUnclosed),
    addresses: listDoubts(call, openedHosts),
  };
}
