// A value's form, as it was sent.
import type { ValueChange } from '~/services/values/value-input';
import { readHosts, type Typed } from '~/components/typed-form/typed-form';

/** What was typed as the services take it. Lines end as they did before a browser sent them. */
export function toInput(typed: Typed): ValueChange {
  return {
    name: typed.name ?? '',
    format: typed.format ?? 'text',
    value: (typed.value ?? '').replaceAll('\r\n', '\n'),
    isSecret: typed.isSecret === 'on',
    allowedHosts: readHosts(typed.allowedHosts),
  };
}
