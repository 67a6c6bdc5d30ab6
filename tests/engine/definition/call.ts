import { z } from 'zod';
import { Definition } from '~/engine/integration';
import { ApiCall } from '~/engine/definition/api-call';

type CallInput = Partial<z.input<typeof ApiCall>>;

/** A call as the editor saves it: GET https://api.example/ unless told otherwise. */
export function makeCall(input: CallInput = {}): ApiCall {
  return ApiCall.parse({ id: 'c1', order: 1, url: 'https://api.example/', ...input });
}

/** A definition whose calls are named c1, c2 … and run in that order. */
export function makeDefinition(calls: CallInput[], variables?: object[], secret = ''): Definition {
  return Definition.parse({
    triggerConfig: variables ? { type: 'webhook', webhook: { secret, variables } } : { type: 'manual' },
    apiCalls: calls.map((call, index) => ({
      id: `c${index + 1}`,
      order: index + 1,
      url: 'https://api.example/',
      ...call,
    })),
  });
}
