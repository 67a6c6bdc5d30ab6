// The types that programs generate from the document. They are written to tests/generated/api-types.ts, which git ignores;
// `npm run typecheck` runs this file first and then checks tests/server/generated-client.test.ts against them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { createTestContext } from '../support/context';
import { readDocument } from './checked-app';

const file = fileURLToPath(new URL('../generated/api-types.ts', import.meta.url));

test('openapi-typescript makes types of every path and every named schema of the document', async () => {
  const document = readDocument(await createTestContext()) as unknown as OpenAPI3;
  // A body may leave out what has a default.
  const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, types);

  for (const path of Object.keys(document.paths ?? {})) expect(types).toContain(`"${path}": {`);
  for (const name of Object.keys(document.components?.schemas ?? {})) {
    expect(types).toMatch(new RegExp(`^        ${name}: `, 'm'));
  }
});
