import { open } from '~/auth/secret-box';
import type { Database } from '~/db/core/open';
import { testKeys } from './server';

/** Every mail that was written down, oldest first. */
export async function listMail(
  db: Database,
): Promise<{ recipient: string; subject: string; body_text: string; status: string }[]> {
  const rows = await db.all(
    db.build.selectFrom('emails').select(['id', 'recipient', 'subject', 'body_text', 'status']).orderBy('id'),
  );
  return rows.map(({ id, recipient, subject, body_text: sealed, status }) => {
    const text = open(testKeys.appKey, sealed, `email:${id}`);
    if (text === undefined) throw new Error(`The mail to ${recipient} is not sealed with the test key`);
    return { recipient, subject, body_text: text, status };
  });
}

/** The token of the newest link to a screen that was mailed to the address. */
export async function findMailedToken(
  db: Database,
  recipient: string,
  screen = '/verify-email',
): Promise<string> {
  const link = new RegExp(`(?<=${screen}\\?token=)[\\w-]+`, 'g');
  const links = (await listMail(db))
    .filter((mail) => mail.recipient === recipient)
    .flatMap((mail) => mail.body_text.match(link) ?? []);
  const newest = links.at(-1);
  if (!newest) throw new Error(`No link to ${screen} was mailed to ${recipient}`);
  return newest;
}
