import type { AppContext } from '~/context';
import { type Company, findBillingDetails } from '~/db/organizations/billing';
import { findMembership } from '~/db/organizations/memberships';
import type { Problem } from '~/problem';
import { listSampleInvoices, type SampleInvoice } from './sample-invoices';
import type { Actor } from '../actor';

/** Creates a sample invoice as a PDF, addressed to the present company details. Problem: not-found. */
export async function createInvoicePdf(
  context: AppContext,
  actor: Actor,
  number: string,
): Promise<{ kind: 'pdf'; bytes: Buffer } | Problem> {
  const membership = await findMembership(context.db, actor.userId, actor.organizationId);
  const invoice = listSampleInvoices(context.now()).find((each) => each.number === number);
  if (!membership || !invoice) return { kind: 'not-found' };
  const company = await findBillingDetails(context.db, actor.organizationId);
  const billedTo = company ? describeCompany(company) : [membership.organizationName];
  return { kind: 'pdf', bytes: await draw(invoice, billedTo) };
}

function describeCompany({ companyName, address, postalCode, city, country, taxId }: Company): string[] {
  return [companyName, address, `${postalCode} ${city}`, country, `Tax ID ${taxId}`];
}

async function draw(invoice: SampleInvoice, billedTo: string[]): Promise<Buffer> {
  // The library is large and seldom needed, so it is loaded only for an invoice.
  const { default: PdfDocument } = await import('pdfkit');
  const date = new Date(invoice.issuedAt).toISOString().slice(0, 10);
  const amount = `$${(invoice.amountCents / 100).toFixed(2)}`;
  const document = new PdfDocument({
    size: 'A4',
    margin: 56,
    lang: 'en',
    info: {
      Title: `Invoice ${invoice.number} (sample)`,
      Author: 'Wicked Integrations',
      CreationDate: new Date(invoice.issuedAt),
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const right = 539;
  document.font('Helvetica-Bold').fontSize(20).text('Wicked Integrations');
  document.fontSize(12).text('SAMPLE DATA - not a real invoice, nothing was charged').moveDown(2);
  document.fontSize(16).text(`Invoice ${invoice.number}`).moveDown(0.5);
  document
    .font('Helvetica')
    .fontSize(11)
    .text(`Issued ${date}`)
    .text(`Status: ${invoice.status}`)
    .moveDown(1.5);
  document.font('Helvetica-Bold').text('Billed to').font('Helvetica');
  for (const line of billedTo) document.text(toPrintable(line));
  document.moveDown(2);
  const row = (label: string, value: string) => {
    const { y } = document;
    document.text(label, 56, y).text(value, 56, y, { width: right - 56, align: 'right' });
    document.moveDown(0.4);
  };
  document.font('Helvetica-Bold');
  row('Description', 'Amount');
  document.moveTo(56, document.y).lineTo(right, document.y).lineWidth(0.5).stroke().moveDown(0.6);
  document.font('Helvetica');
  row('Pro Plan, 10,000 triggers per month, unlimited integrations', amount);
  document.moveTo(56, document.y).lineTo(right, document.y).stroke().moveDown(0.6);
  document.font('Helvetica-Bold');
  row('Total paid', amount);
  document.end();
  return done;
}

/**
 * Replaces letters that the built-in fonts of PDF readers lack: these know western European letters only (PDF 32000-1, annex
 * D.2). Other letters lose their accents, or become question marks.
 */
function toPrintable(text: string): string {
  return [...text.normalize('NFC')]
    .map((sign) =>
      /^[ -~\u00a0-\u00ff]$/.test(sign) ? sign : sign.normalize('NFKD').replace(/[^ -~]/g, '') || '?',
    )
    .join('');
}
