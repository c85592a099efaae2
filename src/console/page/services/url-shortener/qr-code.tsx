/** A text as a code to be photographed. */
import { encode } from 'uqr';

/** Light modules around it, without which some cameras do not find it. */
const border = 4;

export function QrCode({ text }: { readonly text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`QR code of ${text}`}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} class="light" />
      <path d={dark.join('')} class="dark" />
    </svg>
  );
}
