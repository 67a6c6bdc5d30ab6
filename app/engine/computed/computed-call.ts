// Computes a call's variables once it has its response. They are a part of the call's step, stored before they are used.
import type { ApiCall } from '../definition/api-call';
import type { CallFinished } from '../events/event';
import type { InParts } from '../json/json-parts';
import type { Variables } from '../placeholders/reference';
import type { MaskSecrets } from '../secrets/mask-secrets';
import { computeVariables } from './compute';
import { goesOn } from '../events/history';
import { maskExtraction } from './saved-value';

interface KnownSecrets {
  maskSecrets: MaskSecrets;
  /** Adds saved values, since a value that is computed from a credential is a credential, too. */
  addSaved(saved: CallFinished['saved']): void;
}

/**
 * Returns the end of a call with its computed variables, when the call has some and the run continues after this end. `added`:
 * the variables that all rounds of a repeated call make together, as its list of items; undefined before its last round has
 * ended.
 */
export function* completeCall<
  Ended extends Pick<CallFinished, 'saved' | 'extractions' | 'ruling' | 'outcome'>,
>(
  { variables, secrets }: { variables: Variables; secrets: KnownSecrets },
  { responseMapping: { computed }, repeat }: Pick<ApiCall, 'responseMapping' | 'repeat'>,
  finished: Ended,
  added: CallFinished['saved'] | undefined,
): InParts<Ended> {
  if (!computed || (repeat && added === undefined) || !goesOn(finished)) return finished;
  const known = new Map([...variables, ...finished.saved, ...(added ?? [])]);
  const { saved, extractions } = yield* computeVariables(computed, known);
  secrets.addSaved(saved);
  return {
    ...finished,
    saved: [...finished.saved, ...saved],
    extractions: [
      ...finished.extractions,
      ...extractions.map((extraction) => maskExtraction(extraction, secrets.maskSecrets)),
    ],
  };
}
