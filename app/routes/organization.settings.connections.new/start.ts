// Reads from the address where the screen begins: with a kind, or with a known provider.
import { describeRegistration, type Registration } from '~/engine/connections/preset-registration';
import { type ConnectionKind, connectionKinds } from '~/engine/connections/kinds';
import { findPresetAnswerProblem, presets, type PresetQuestion } from '~/engine/connections/presets';
import type { Typed } from '~/components/typed-form/typed-form';

export type Start =
  | { step: 'choose'; providers: { id: string; name: string }[] }
  /** The provider's URLs depend on an answer. */
  | { step: 'ask'; id: string; name: string; question: PresetQuestion; place: string; error: string | null }
  | { step: 'fill'; kind: ConnectionKind; provider: Provider | null; values: Typed };

interface Provider {
  name: string;
  /** The names of the fields that the provider fills in, and that users leave as they are. */
  fills: string[];
  /** The part of the address that begins with this provider: `provider=google` */
  query: string;
  /** Where its credentials come from. */
  registration: Registration | null;
}

export function readStart(url: string): Start {
  const sent = new URL(url).searchParams;
  const preset = presets.find(({ id }) => id === sent.get('provider'));
  if (!preset) {
    const kind = readKind(url);
    if (kind) return { step: 'fill', kind, provider: null, values: {} };
    return { step: 'choose', providers: presets.map(({ id, name }) => ({ id, name })) };
  }
  const { id, name, asks } = preset;
  const typed = sent.get('place');
  const place = (typed ?? asks?.initial ?? '').trim();
  const error = asks && typed !== null ? (findPresetAnswerProblem(asks, place) ?? null) : null;
  if (asks && (typed === null || error)) return { step: 'ask', id, name, question: asks, place, error };
  const { kind, baseUrl, allowedHosts, config } = preset.describe(place);
  const ofConfig = Object.entries(config).map(([field, value]) => [`config.${field}`, value] as const);
  const query = new URLSearchParams({ provider: id, ...(asks && { place }) }).toString();
  const fills = ofConfig.filter(isFinal).map(([field]) => field);
  const values = { name, baseUrl, allowedHosts: allowedHosts.join(', '), ...Object.fromEntries(ofConfig) };
  const registration = describeRegistration(id, place) ?? null;
  return { step: 'fill', kind, provider: { name, fills, query, registration }, values };
}

/** Checks that users leave a filled-in value as it is: not a scope, and not one that they complete, such as `account_id=`. */
function isFinal([field, value]: readonly [field: string, value: string]): boolean {
  return field !== 'config.scope' && !value.endsWith('=');
}

export function readKind(url: string): ConnectionKind | null {
  const wanted = new URL(url).searchParams.get('kind');
  return connectionKinds.find((kind) => kind === wanted) ?? null;
}
