// What an event waits for, between the field of the editor and the definition.
import { expect, it } from 'vitest';
import { Definition } from '~/engine/integration';
import { EventTrigger } from '~/engine/triggers/trigger';
import {
  nameErrors,
  toChange,
} from '~/routes/integration.$integrationId._index/form/values/from-form-values';
import { toFormValues } from '~/routes/integration.$integrationId._index/form/values/to-form-values';
import { nameSource } from '~/routes/integration.$integrationId._index/trigger/event/name-source';

function open(sent: object) {
  const triggerConfig = EventTrigger.parse({ type: 'event', event: sent });
  return toFormValues({ version: 1, ...Definition.parse({}), triggerConfig });
}

it.each([
  [{ integrationId: 'i-1', on: 'error' }, 'i-1', 'Orders'],
  [{ integrationId: 'any', on: 'any' }, 'any', 'any other integration'],
  [
    { integrationId: 'any', tag: 'a b: c', on: 'completed' },
    'tag:a b: c',
    'any other integration with the tag a b: c',
  ],
])('%j is one value of the field, is saved as it was opened and has a name', (event, value, name) => {
  const values = open(event);
  expect(values.triggerConfig.event).toEqual({ integrationId: value, on: event.on });
  expect(toChange(values, () => 'new').triggerConfig).toEqual({ type: 'event', event });
  expect(nameSource({ integrations: [{ id: 'i-1', name: 'Orders' }], tags: [] }, value)).toBe(name);
});

it('has no name while nothing is chosen, and when it was deleted', () => {
  expect([nameSource(undefined), nameSource({ integrations: [], tags: [] }, 'i-1')]).toEqual([
    undefined,
    undefined,
  ]);
});

it('shows what is wrong with a tag at the field', () => {
  const values = open({ integrationId: 'any', tag: 'a', on: 'any' });
  expect(nameErrors({ 'triggerConfig.event.tag': ['Wrong'] }, values)).toEqual({
    'triggerConfig.event.integrationId': ['Wrong'],
  });
});
