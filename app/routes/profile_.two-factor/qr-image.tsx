import type { QrCode } from './qr-code.server';

/** The modules of light margin on each side, which ISO/IEC 18004 requires. */
const margin = 4;

/** Dark on light in every colour scheme, since not every app reads the inverse. */
export function QrImage({ size, path, label }: QrCode & { label: string }) {
  const side = size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="aspect-square w-48 max-w-full rounded-md border border-line forced-color-adjust-none"
    >
      <rect x={-margin} y={-margin} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
