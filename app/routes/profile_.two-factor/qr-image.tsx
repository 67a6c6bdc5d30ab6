import type { QrCode } from './qr-code.server';

/** Modules of light margin on each side, as ISO/IEC 18004 wants it. */
const margin = 4;

/** Dark on light in every colour scheme: not every app reads it the other way round. */
export function QrImage({ size, path, label }: QrCode & { label: string }) {
  const side = size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md border border-line forced-color-adjust-none"
    >
      <rect x={-margin} y={-margin} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
