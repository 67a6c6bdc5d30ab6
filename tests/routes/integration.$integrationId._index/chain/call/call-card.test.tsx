import { FormProvider, useForm } from '@conform-to/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server';
import { expect, it } from 'vitest';
import { ToastProvider } from '~/components/ui/toast';
import { CallCard } from '~/routes/integration.$integrationId._index/chain/call/call-card';
import type { EditorForm } from '~/routes/integration.$integrationId._index/form/editor-form';
import { newCall } from '~/routes/integration.$integrationId._index/form/new-call';

function Editor({ call }: { call: object }) {
  const apiCalls = [{ ...newCall('a'), ...call }];
  const [form, fields] = useForm<EditorForm>({ id: 'editor', defaultValue: { apiCalls } });
  const [first] = fields.apiCalls.getFieldList();
  return (
    <FormProvider context={form.context}>
      <form id={form.id}>
        {first && <CallCard name={first.name} listName={fields.apiCalls.name} index={0} count={1} isChosen />}
      </form>
    </FormProvider>
  );
}

/** What the server draws for a call. */
async function draw(call: object, { managesConnections = false } = {}): Promise<string> {
  const page = (
    <ToastProvider>
      <Editor call={call} />
    </ToastProvider>
  );
  const { query, dataRoutes } = createStaticHandler([
    { path: '/', element: page, loader: () => ({ connections: [], managesConnections }) },
  ]);
  const context = await query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error(String(context.status));
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

it.each([
  'https://{{host}}/',
  'https://{{shop}}.a.example/x',
  '{{url}}',
  '{{scheme}}://a.example',
  'https://a.example:{{port}}/',
])('asks for the hosts of %s', async (url) => {
  const html = await draw({ url, allowedHosts: 'b.example' });
  expect(html).toContain('name="apiCalls[0].allowedHosts"');
  expect(html).toContain('value="b.example"');
});

it.each(['', 'https://a.example/{{path}}', 'https://a.example?q={{q}}'])(
  'asks for no hosts when the URL is “%s”',
  async (url) => expect(await draw({ url })).not.toContain('allowedHosts'),
);

it('offers no box that could show a credential header', async () => {
  expect(await draw({ headers: [{ name: 'X-Note', value: 'x' }] })).toContain(
    'name="apiCalls[0].headers[0].secret"',
  );
  expect(await draw({ headers: [{ name: 'X-Api-Key', value: 'x' }] })).not.toContain(
    'name="apiCalls[0].headers[0].secret"',
  );
});

it('leads only those to a new connection who may add one, and tells others whom to ask', async () => {
  const link = 'href="/organization/settings/connections/new"';
  expect(await draw({}, { managesConnections: true })).toContain(link);
  const html = await draw({}, { managesConnections: false });
  expect(html).not.toContain(link);
  expect(html).toContain('Owners and admins add them.');
});
