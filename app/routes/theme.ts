import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { readReturnPath } from '~/auth/return-path';
import { serializeTheme, themes } from '~/auth/theme-cookie';

/** Opening the address changes nothing. */
export function loader() {
  return redirect('/');
}

/** Chooses light, dark or what the system says, and comes back: for pages without script. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const theme = themes.find((each) => each === form.get('theme'));
  return redirect(readReturnPath(form.get('returnTo')), { headers: { 'Set-Cookie': serializeTheme(theme) } });
}
