// Warns where a definition names values of the organization that it will not get.
import { type ChainItem, listChainItems } from '../chain/chain';
import type { Definition } from '../integration';
import { nameValue } from '../placeholders/reference-pattern';
import { hidesValues, listCheckValues, listTextValues } from '../values/value-references';
import { listInAddress } from '../values/value-use';
import { listWebhooks } from './call-texts';

/** A value of the organization that a definition may name. */
export interface KnownValue {
  name: string;
  isSecret: boolean;
}

/** Lists the values that placeholders may name; none if a variable of the definition is itself called `org`. */
export function listNameable(definition: Definition, values: readonly KnownValue[]): readonly KnownValue[] {
  return values.length === 0 || hidesValues(definition) ? [] : values;
}

/** Says of a value that nobody has added where to do so. */
export function describeMissingValue(name: string): string {
  return `the organization has no value ${name}. Add it in its settings, under Values.`;
}

/** Warns about secrets where they are not allowed, and about conditions that read secret or unknown values. */
export function listValueWarnings(definition: Definition, values: readonly KnownValue[]): string[] {
  if (hidesValues(definition)) return [];
  return listChainItems(definition).flatMap((place) => listPlaceWarnings(place, values));
}

function listPlaceWarnings(place: ChainItem, values: readonly KnownValue[]): string[] {
  const known = new Map(values.map(({ name, isSecret }) => [name, isSecret]));
  if (place.kind === 'check') {
    return listCheckValues(place.step).flatMap((name) => {
      const isSecret = known.get(name);
      if (isSecret === false) return [];
      const value = nameValue(name);
      return isSecret
        ? [`Condition: ${value} is a secret, which conditions cannot read, so it counts as missing.`]
        : [`Condition: ${value} counts as missing: ${describeMissingValue(name)}`];
    });
  }
  const isSecret = (name: string) => known.get(name) === true;
  const describe = (name: string, where: string) =>
    `${place.name}: {{${nameValue(name)}}} is a secret, which may not stand in ${where}, so it would not be sent.`;
  return [
    ...listInAddress(place.call.url, isSecret).map((name) => describe(name, 'the host or path')),
    ...listWebhooks(place.handling).flatMap((webhook) =>
      listTextValues([webhook.text])
        .filter(isSecret)
        .map((name) => describe(name, webhook.place)),
    ),
  ];
}
