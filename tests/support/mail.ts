import type { Database } from '~/db/open';

/** Every mail that was written down, oldest first. */
export function listMail(
  db: Database,
): { recipient: string; subject: string; body_text: string; status: string }[] {
  return db.all(
    db.build.selectFrom('emails').select(['recipient', 'subject', 'body_text', 'status']).orderBy('id'),
  );
}

/** The token of the newest link to a screen that was mailed to the address. */
export function findMailedToken(db: Database, recipient: string, screen = '/verify-email'): string {
  const link = new RegExp(`(?<=${screen}\\?token=)[\\w-]+`, 'g');
  const links = listMail(db)
    .filter((mail) => mail.recipient === recipient)
    .flatMap((mail) => mail.body_text.match(link) ?? []);
  const newest = links.at(-1);
  if (!newest) throw new Error(`No link to ${screen} was mailed to ${recipient}`);
  return newest;
}
