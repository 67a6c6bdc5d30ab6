import { encode } from 'uqr';

/** A QR code as one SVG path, with one unit per module. */
export interface QrCode {
  /** The number of modules per side, without the light margin. */
  size: number;
  path: string;
}

/** Draws a text as a QR code of which an eighth may be unreadable (error correction M of ISO/IEC 18004). */
export function drawQrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  const runs: string[] = [];
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      const from = x;
      while (row[x]) x += 1;
      if (x > from) runs.push(`M${from} ${y}h${x - from}v1H${from}z`);
    }
  }
  return { size, path: runs.join('') };
}
