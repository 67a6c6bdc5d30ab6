// The screens that take a form, by the files of their routes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the names of the routes of screens that have an action, sorted. */
export function listScreensWithActions(): string[] {
  return (
    readdirSync('app/routes', { withFileTypes: true })
      .map((entry) => join('app/routes', entry.name, entry.isDirectory() ? 'route.tsx' : ''))
      // A folder that several screens share has none.
      .filter((file) => existsSync(file))
      .filter((file) =>
        /^export (?:(?:async )?function|const) action\b|^export \{[^}]*\baction\b/m.test(
          readFileSync(file, 'utf8'),
        ),
      )
      .map((file) => file.replace(/^app\/routes\//, '').replace(/(\/route)?\.tsx?$/, ''))
      .toSorted()
  );
}
