import { expect, test } from 'vitest';
import { addressInUseMessage, alreadyVerifiedMessage, verificationMessage } from '~/email/messages';

const link = "http://localhost:3000/x?a=\"><script>&b='1'";
const escaped = 'http://localhost:3000/x?a=&quot;&gt;&lt;script&gt;&amp;b=&#39;1&#39;';

test.each([
  ['verification', verificationMessage],
  ['address in use', addressInUseMessage],
  ['already verified', alreadyVerifiedMessage],
])('the mail about %s says the same in text and in HTML, where the link is escaped', (_about, compose) => {
  const { subject, text, html } = compose(link);
  expect(text).toContain(link);
  expect(html).toContain(`href="${escaped}"`);
  expect(html).toContain(`<title>${subject}</title>`);
  expect(html).not.toContain('<script>');
  for (const paragraph of text.split('\n\n').filter((each) => !each.includes(link))) {
    expect(html).toContain(`>${paragraph}</p>`);
  }
});
