// How values of the organization are filled in, and where a secret value may go. A person who may edit an integration must not
// be able to send a secret to themselves. So a secret is sent only to its own hosts, and never as part of an address.
import { isAllowedHost } from '../definition/allowed-host';
import { isEncrypted } from '../http/default-port';
import { parseTemplate } from '../placeholders/placeholder';
import type { Variables } from '../placeholders/reference';
import { listReferences } from '../placeholders/expression-pattern';
import { findValueReference, nameValue } from '../placeholders/reference-pattern';
import { listValueTexts } from './secret-texts';
import type { OrganizationValue } from './value';
import { listTextValues } from './value-references';

/** Returns the variables of a run together with values of its organization. */
export function addValues(variables: Variables, values: readonly OrganizationValue[]): Variables {
  if (values.length === 0) return variables;
  const all: Variables = new Map(variables);
  for (const { name, value } of values) all.set(nameValue(name), value);
  return all;
}

/** Lists the values that may stand anywhere, even where nobody names the receiver: in conditions and in URLs of notices. */
export function listShown(values: readonly OrganizationValue[]): OrganizationValue[] {
  return values.filter(({ isSecret }) => !isSecret);
}

/** Lists the secret values in the host or the path of a URL as written: before the question mark of its query. */
export function listInAddress(url: string, isSecret: (name: string) => boolean): string[] {
  const names: string[] = [];
  for (const part of parseTemplate(url)) {
    if (typeof part === 'string') {
      if (part.includes('?')) break;
      continue;
    }
    for (const reference of 'unreadable' in part ? [] : listReferences(part)) {
      const name = findValueReference(reference)?.name;
      if (name !== undefined && isSecret(name)) names.push(name);
    }
  }
  return names;
}

/** Checks whether a text names one of the secrets among the values. */
export function holdsSecret(text: string, values: readonly OrganizationValue[]): boolean {
  const names = new Set(values.filter(({ isSecret }) => isSecret).map(({ name }) => name));
  return names.size > 0 && listTextValues([text]).some((name) => names.has(name));
}

/** Explains why a URL as written must not be filled in with these values; undefined when it may. */
export function findSecretPlaceProblem(
  url: string,
  values: readonly OrganizationValue[],
): string | undefined {
  const secret = new Set(values.filter(({ isSecret }) => isSecret).map(({ name }) => name));
  const [name] = secret.size > 0 ? listInAddress(url, (each) => secret.has(each)) : [];
  if (name === undefined) return undefined;
  return `Nothing was sent: {{${nameValue(name)}}} is a secret, which may stand in headers, body and query, not in the host or path.`;
}

/** Explains why a call with these values must not go to `url`; undefined if it may. Plain http needs a host with its port. */
export function findValueReachProblem(values: readonly OrganizationValue[], url: string): string | undefined {
  const target = new URL(url);
  for (const { name, isSecret, allowedHosts } of values) {
    if (!isSecret) continue;
    const isPlain = !isEncrypted(target);
    const hosts = isPlain ? allowedHosts.filter((host) => /:\d+$/.test(host)) : allowedHosts;
    if (isAllowedHost(hosts, target)) continue;
    return isAllowedHost(allowedHosts, target)
      ? `Nothing was sent: the secret {{${nameValue(name)}}} goes over unencrypted http only to hosts that are listed with their port.`
      : `Nothing was sent: the secret {{${nameValue(name)}}} may not go to the host ${target.host}.`;
  }
  return undefined;
}

/** Lists the texts that the log masks: each secret as a whole, and each part of a secret that is JSON. */
export function listSecretTexts(values: readonly OrganizationValue[]): string[] {
  return values.flatMap(({ isSecret, value }) => (isSecret ? listValueTexts(value) : []));
}
