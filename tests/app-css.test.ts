import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Palette = Map<string, string>;

const css = readFileSync(new URL('../app/app.css', import.meta.url), 'utf8');
const darkAt = css.indexOf('@variant dark');
const greys = new Map(
  [...css.matchAll(/--(grey-\d+): oklch\(([^)]+)\)/g)].map(([, name = '', value = '']) => [name, value]),
);
const contrastAt = css.indexOf('@media (prefers-contrast: more)');
const darkContrastAt = css.indexOf('@variant dark', contrastAt);
const light = readPalette(css.slice(0, darkAt));
const dark = new Map([...light, ...readPalette(css.slice(darkAt, contrastAt))]);
const themes = { light, dark };
const contrastThemes = {
  light: new Map([...light, ...readPalette(css.slice(contrastAt, darkContrastAt))]),
  dark: new Map([...dark, ...readPalette(css.slice(darkContrastAt))]),
};

function readPalette(text: string): Palette {
  return new Map(
    [...text.matchAll(/--color-([\w-]+): (?:oklch\(([^)]+)\)|var\(--(grey-\d+)\))/g)].map(
      ([, name, value, grey = '']) => [name!, value ?? greys.get(grey)!],
    ),
  );
}

/** Relative luminance of an opaque OKLCH colour: https://www.w3.org/TR/css-color-4/#color-conversion-code */
function measureLuminance(palette: Palette, name: string) {
  const [lightness, chroma, hue] = palette.get(name)!.split(' ').map(Number) as [number, number, number];
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  const [r, g, bl] = [red, green, blue].map((part) => Math.min(1, Math.max(0, part))) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
}

function measureContrast(palette: Palette, one: string, other: string) {
  const [a, b] = [measureLuminance(palette, one), measureLuminance(palette, other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const tones = ['good', 'warn', 'caution', 'bad', 'info'];
const grounds = ['surface', 'surface-raised', 'surface-sunken', 'surface-hover'];

const texts = [
  ...grounds.flatMap((ground) => ['ink', 'ink-muted', 'accent-ink', 'bad-ink'].map((ink) => [ink, ground])),
  ...['accent', ...tones].map((tone) => [`${tone}-ink`, `${tone}-soft`]),
  ...tones.map((tone) => [`${tone}-ink`, 'surface-sunken']),
  ['ink', 'accent-soft'],
  ['ink-muted', 'accent-soft'],
  ['ink-muted', 'good-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
] as [string, string][];

const marks = [
  ...grounds.map((ground) => ['focus', ground]),
  ...['surface', 'surface-raised', 'surface-sunken'].map((ground) => ['line-strong', ground]),
  ...['accent', ...tones].flatMap((tone) => [
    [tone, 'surface-raised'],
    [tone, `${tone}-soft`],
  ]),
] as [string, string][];

function onEachGround(name: string) {
  return grounds.map((ground): [string, string] => [name, ground]);
}

function listTooFaint(palette: Palette, pairs: [string, string][], least: number) {
  return pairs
    .map(([one, other]) => ({ one, other, contrast: measureContrast(palette, one, other) }))
    .filter(({ contrast }) => !(contrast >= least));
}

test.each(Object.entries(themes))(
  '%s: every text can be read on its ground (4.5 to 1)',
  (_theme, palette) => {
    expect(listTooFaint(palette, texts, 4.5)).toEqual([]);
  },
);

test.each(Object.entries(themes))('%s: every mark can be seen on its ground (3 to 1)', (_theme, palette) => {
  expect(listTooFaint(palette, marks, 3)).toEqual([]);
});

test.each(Object.entries(contrastThemes))(
  '%s: who asks the system for more contrast gets secondary text of 7 to 1 and lines of 3 to 1',
  (_theme, palette) => {
    expect(listTooFaint(palette, texts, 4.5)).toEqual([]);
    expect(listTooFaint(palette, onEachGround('ink-muted'), 7)).toEqual([]);
    expect(listTooFaint(palette, [...marks, ...onEachGround('line')], 3)).toEqual([]);
    expect(listTooFaint(palette, onEachGround('line-strong'), 4.5)).toEqual([]);
  },
);

test('greys are named by their lightness, from the lightest to the darkest, and each is used', () => {
  const lightnesses = [...greys].map(([name, value]) => [name, Number(value.split(' ')[0])] as const);
  expect(lightnesses.map(([name]) => name)).toEqual(
    lightnesses.map(([, lightness]) => `grey-${Math.round(lightness * 100)}`),
  );
  expect(lightnesses).toEqual(lightnesses.toSorted(([, a], [, b]) => b - a));
  expect([...greys.keys()].filter((name) => !css.includes(`var(--${name})`))).toEqual([]);
});

test('the measure itself is right', () => {
  const known = new Map([
    ['white', '1 0 0'],
    ['black', '0 0 0'],
    ['blue', '0.45201 0.31321 264.05'], // #0000ff
  ]);
  expect(measureContrast(known, 'white', 'black')).toBeCloseTo(21, 3);
  expect(measureContrast(known, 'white', 'blue')).toBeCloseTo(8.59, 1);
});
