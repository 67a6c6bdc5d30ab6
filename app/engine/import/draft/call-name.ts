// Shortens the names of calls: summaries of operations are sentences that differ in their middle or at their end.

/** Articles, which never distinguish names. */
const articles = /\b(?:an?|the) /gi;

/** Shortens to `length` characters: leaves out articles and, if needed, words in the middle. */
export function shortenName(text: string, length: number): string {
  const plain = text.replace(/(?<![\s.])[\s.]+$/, '').replace(articles, '');
  if (plain.length <= length) return plain;
  const words = plain.split(' ');
  const front: string[] = [];
  const back: string[] = [];
  const join = () => `${front.join(' ')} … ${back.join(' ')}`;
  // Words are taken in turn from the end and the beginning, while the next one fits.
  for (let turn = 0; words.length > 0; turn += 1) {
    const isBack = turn % 2 === 0;
    const word = (isBack ? words.at(-1) : words[0]) ?? '';
    const side = isBack ? back : front;
    if (join().length + (side.length > 0 ? 1 : 0) + word.length > length) break;
    if (isBack) back.unshift(word);
    else front.push(word);
    words.splice(isBack ? -1 : 0, 1);
  }
  return front.length > 0 && back.length > 0 ? join() : cutMiddle(plain, length);
}

/** Cuts words that are longer than the name, and keeps whole characters. */
function cutMiddle(text: string, length: number): string {
  const half = Math.floor((length - 1) / 2);
  const front = text
    .slice(0, half)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
  const back = text
    .slice(-half)
    .replace(/^[\uDC00-\uDFFF]/, '')
    .trimStart();
  return `${front}…${back}`;
}
