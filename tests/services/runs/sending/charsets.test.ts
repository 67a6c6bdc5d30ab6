// Calls whose target reads another charset than UTF-8, as many older systems do.
import { beforeEach, expect, test } from 'vitest';
import { runExecution } from '~/services/runs/run-execution';
import { createRunSetup, never, type RunSetup } from '../run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

async function run(contentType: string, body: string) {
  const call = { id: 'a', name: 'Book', method: 'POST', url: `${setup.target.url}/articles` };
  const apiCalls = [{ ...call, headers: { 'Content-Type': contentType }, body }];
  const id = await setup.accept(await setup.seed({ apiCalls }), '{"name":"Grüße für 5 €"}');
  await runExecution(setup.context, await setup.claim(), never);
  return setup.findExecution(id);
}

test('a body is sent in the charset that its content type names', async () => {
  const body = '<?xml version="1.0" encoding="windows-1252"?><Name>{{trigger.name}}</Name>';
  expect(await run('text/xml; charset=windows-1252', body)).toMatchObject({ status: 'completed' });
  const [sent] = setup.target.received;
  expect(sent?.bytes.toString('latin1')).toBe(
    '<?xml version="1.0" encoding="windows-1252"?><Name>Gr\xfc\xdfe f\xfcr 5 \x80</Name>',
  );
  expect(sent?.headers).toMatchObject({
    'content-type': 'text/xml; charset=windows-1252',
    'content-length': String(sent?.bytes.length),
  });
});

test('a text with a sign that its charset does not have is not sent', async () => {
  expect(await run('text/plain; charset=iso-8859-1', '{{trigger.name}}')).toEqual({
    status: 'error',
    error_message:
      'Book: Nothing was sent: € in the body cannot be written in iso-8859-1, which the call names as its charset. With charset=utf-8 every sign can.',
  });
  expect(setup.target.received).toEqual([]);
});
