// Reads a value's form.
import type { ValueChange } from '~/services/values/value-input';
import { readHosts, type Typed } from '~/components/typed-form/typed-form';

/** Converts the typed fields to what the services accept. Restores the line breaks that the browser changed to CRLF. */
export function toInput(typed: Typed): ValueChange {
  return {
    name: typed.name ?? '',
    format: typed.format ?? 'text',
    value: (typed.value ?? '').replaceAll('\r\n', '\n'),
    isSecret: typed.isSecret === 'on',
    // Their field is drawn for a secret alone.
    allowedHosts: typed.isSecret === 'on' ? readHosts(typed.allowedHosts) : [],
  };
}
