import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireActor } from '~/auth/guards';
import { createInvoicePdf } from '~/services/billing/invoice-pdf';

/** An invoice as a file. */
export async function loader({ request, params, context: { app, address } }: LoaderFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const { number = '' } = params;
  const outcome = await createInvoicePdf(app, actor, number);
  if (outcome.kind !== 'pdf') throw new Response('Not Found', { status: 404 });
  return new Response(new Uint8Array(outcome.bytes), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${number}.pdf"`,
      'Cache-Control': 'no-store',
    },
  });
}
