import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { readReturnPath } from '~/auth/return-path';
import { serializeTheme, themes } from '~/auth/theme-cookie';

/** Redirects home: a GET does not change the theme. */
export function loader() {
  return redirect('/');
}

/** Stores the choice of light, dark or the system's theme and redirects back, for pages without script. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const theme = themes.find((each) => each === form.get('theme'));
  return redirect(readReturnPath(form.get('returnTo')), { headers: { 'Set-Cookie': serializeTheme(theme) } });
}
