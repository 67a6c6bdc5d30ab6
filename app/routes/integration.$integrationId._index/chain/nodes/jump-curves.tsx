import type { OutlineNode } from './list-nodes';

/** The heights of nodes in pixels, at 16 pixels per rem: of trigger and calls, and of steps. */
const callHeight = 36;
const stepHeight = 28;

/** The width of the area for curves, left of the line, and the distance between curves. */
const width = 22;
const gap = 5;

interface Jump {
  from: number;
  to: number;
  isOtherwise: boolean;
}

/**
 * Draws curves from each condition and each call with rules to the calls they may jump to. The curve is dashed for the
 * jump of a condition that is not met. The nodes say the same in words.
 */
export function JumpCurves({ nodes }: { nodes: OutlineNode[] }) {
  const { jumps, height } = measure(nodes);
  if (jumps.length === 0) return null;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      width={`${width / 16}rem`}
      height={`${height / 16}rem`}
      className="pointer-events-none absolute top-0 left-0 fill-none stroke-warn"
    >
      {jumps.map(({ from, to, isOtherwise }, index) => {
        // Neighbouring curves get different positions, so that they never overlap.
        const x = 2 + (index % 3) * gap;
        const curve = `M${width} ${from}H${x + 6}Q${x} ${from} ${x} ${from + 6}V${to - 6}Q${x} ${to} ${x + 6} ${to}H${width - 1}`;
        const head = `M${width - 5} ${to - 4}L${width - 1} ${to}L${width - 5} ${to + 4}`;
        return (
          <g key={`${from} ${to} ${isOtherwise}`}>
            <path d={curve} strokeDasharray={isOtherwise ? '3 3' : undefined} />
            <path d={head} />
          </g>
        );
      })}
    </svg>
  );
}

function measure(nodes: OutlineNode[]): { jumps: Jump[]; height: number } {
  let height = callHeight;
  const middles = nodes.map((node) => {
    const own = node.kind === 'call' ? callHeight : stepHeight;
    height += own;
    return height - own / 2;
  });
  const findCall = (place: number) =>
    middles[nodes.findIndex((node) => node.kind === 'call' && node.index === place - 1)];
  const jumps = nodes.flatMap((node, index): Jump[] => {
    return listWays(node).flatMap(({ place, isOtherwise }) => {
      const to = place === undefined ? undefined : findCall(place);
      return to === undefined ? [] : { from: middles[index] ?? 0, to, isOtherwise };
    });
  });
  return { jumps, height };
}

function listWays(node: OutlineNode): { place: number | undefined; isOtherwise: boolean }[] {
  if (node.kind === 'loop') return [];
  if (node.kind === 'call') return node.jumps.map((place) => ({ place, isOtherwise: false }));
  return [
    { place: node.target, isOtherwise: false },
    { place: node.otherwise, isOtherwise: true },
  ];
}
