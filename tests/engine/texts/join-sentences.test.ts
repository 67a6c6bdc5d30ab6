import { expect, test } from 'vitest';
import { joinSentences } from '~/engine/texts/join-sentences';

test.each([
  [['As PDF', 'Up to 1 MiB.'], 'As PDF. Up to 1 MiB.'],
  [['As PDF.', 'Up to 1 MiB.'], 'As PDF. Up to 1 MiB.'],
  [['Signed? ', 'Up to 1 MiB.'], 'Signed? Up to 1 MiB.'],
  [['PDF (signed)', 'Up to 1 MiB.'], 'PDF (signed). Up to 1 MiB.'],
  [['履歴書', 'Up to 1 MiB.'], '履歴書. Up to 1 MiB.'],
  [['', 'Up to 1 MiB.'], 'Up to 1 MiB.'],
  [['As PDF', ''], 'As PDF'],
])('%j are joined', (texts, joined) => {
  expect(joinSentences(texts)).toBe(joined);
});
