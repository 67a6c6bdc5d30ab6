import { expect, it } from 'vitest';
import { IntegrationResponse } from '~/api/shapes/integration';
import '~/api/shapes/integration-input';
import { requestShapes } from '~/api/shapes/registry';
import {
  listElements,
  listField,
  listNames,
  type ZodSchema,
  toShapes,
  unwrap,
} from '~/engine/schema/schema-shapes';

/** The fields of a schema as `apiCalls.url`, without the places in lists. */
function* listPaths(schemas: ZodSchema[], before = ''): Generator<string> {
  const shapes = toShapes([...schemas, ...schemas.flatMap(listElements)]);
  for (const name of listNames(shapes)) {
    yield before + name;
    yield* listPaths(listField(shapes, name), `${before}${name}.`);
  }
}

it('the document tells of each field that an integration is made of also where it is answered', () => {
  // oxlint-disable-next-line no-underscore-dangle -- only this member of zod finds a schema by its name.
  const sent = requestShapes._idmap.get('IntegrationChange') as ZodSchema;
  const answered = new Set(listPaths(unwrap(IntegrationResponse)));
  expect(Array.from(listPaths(unwrap(sent))).filter((path) => !answered.has(path))).toEqual([]);
});
