// The types that programs generate from the document, as tests/support/api-types.ts has them for the tests' own client.
// `npm run api:types` writes the file anew.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { createTestContext } from '../support/context';
import { readDocument } from './checked-app';

const file = new URL('../support/api-types.ts', import.meta.url).pathname;

test('the types of the API are those of its document', async () => {
  const document = readDocument(await createTestContext());
  // A body may leave out what has a default.
  const nodes = await openapiTS(document as unknown as OpenAPI3, { defaultNonNullable: false });
  const text = `// Made from the API's document by \`npm run api:types\`.\n\n${astToString(nodes)}`;
  const formatted = await format(text, { ...(await resolveConfig(file)), filepath: file });
  await expect(formatted).toMatchFileSnapshot(file);
});
