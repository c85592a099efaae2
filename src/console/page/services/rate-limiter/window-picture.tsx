/** The window of a limit, moving: instants of allowed checks above, of refused ones below. */
import { useEffect, useRef } from 'preact/hooks';
import { formatCount } from '../../live/format.ts';
import { serviceNow } from '../../live/overview.ts';
import { memoised, onTheme } from '../../parts/colour.ts';
import { toneOf } from '../../parts/tones.ts';
import type { Fire } from './fire.ts';
import type { Rule } from './rule-form.tsx';

const height = 132;
const lanes = { allowed: { top: 14, size: 44 }, refused: { top: 66, size: 30 } };
/** How much of the time before the window is shown, in windows. */
const shownBefore = 0.6;
/** Fixed windows end in the future. */
const shownAfter = 0.6;

export const shownWindows = 1 + shownBefore + shownAfter;

interface WindowPictureProps {
  readonly fire: Fire;
  readonly rule: Rule;
}

export function WindowPicture({ fire, rule }: WindowPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current!;
    let colours = memoised();
    const endTheme = onTheme(() => (colours = memoised()));
    let frame = 0;
    const next = () => {
      draw(element, fire, rule, colours);
      frame = requestAnimationFrame(next);
    };
    next();
    return () => {
      cancelAnimationFrame(frame);
      endTheme();
    };
  }, [fire, rule]);
  const { level } = fire;
  const used = level === undefined ? 0 : level.limit - level.remaining;
  const limit = level?.limit ?? rule.limit;
  return (
    <>
      <canvas
        ref={canvas}
        class="window-picture"
        role="img"
        aria-label={`${formatCount(used)} of ${formatCount(limit)} used; ${formatCount(fire.allowed)} allowed and ${formatCount(fire.refused)} refused so far`}
      />
      <svg class="used" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={limit === 0 ? 0 : Math.min(100, (used / limit) * 100)} height="6" />
      </svg>
      <p class="row centred">
        <b>
          {formatCount(used)} of {formatCount(limit)} used
        </b>
        <span class="fired allowed">{formatCount(fire.allowed)} allowed</span>
        <span class="fired refused">{formatCount(fire.refused)} refused</span>
      </p>
    </>
  );
}

/** From when to when something is counted together, milliseconds since the epoch. */
function windowOf({ level }: Fire, { algorithm, windowMs }: Rule, now: number) {
  if (algorithm !== 'fixed-window') return { from: now - windowMs, to: now };
  const to = level === undefined || level.resetAfterMs === 0 ? now : level.at + level.resetAfterMs;
  return { from: to - windowMs, to };
}

function draw(
  canvas: HTMLCanvasElement,
  fire: Fire,
  rule: Rule,
  colours: (name: string) => string,
): void {
  const width = canvas.clientWidth;
  const scale = devicePixelRatio;
  if (canvas.width !== Math.round(width * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  const pen = canvas.getContext('2d')!;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  const now = serviceNow();
  const after = rule.algorithm === 'fixed-window' ? shownAfter : 0;
  const shownMs = rule.windowMs * (1 + shownBefore + after);
  const end = now + rule.windowMs * after;
  const x = (at: number) => width - ((end - at) / shownMs) * width;
  const { from, to } = windowOf(fire, rule, now);
  pen.fillStyle = colours('--sunken');
  pen.fillRect(x(from), 0, x(to) - x(from), height - 22);
  for (const { at, allowed } of fire.shots) {
    const { top, size } = lanes[allowed ? 'allowed' : 'refused'];
    pen.globalAlpha = at > from && at <= to + 1 ? 1 : 0.25;
    pen.fillStyle = colours(`--${toneOf(allowed ? 'allowed' : 'refused')}`);
    pen.fillRect(x(at) - 1, top, 2, size);
  }
  pen.globalAlpha = 1;
  drawText(pen, { from: x(from), to: x(to), width }, rule, colours);
}

function drawText(
  pen: CanvasRenderingContext2D,
  at: { readonly from: number; readonly to: number; readonly width: number },
  { windowMs, algorithm }: Rule,
  colours: (name: string) => string,
): void {
  pen.font = '12px system-ui, sans-serif';
  pen.fillStyle = colours('--muted');
  pen.fillRect(at.from, 0, 1, height - 22);
  pen.fillRect(at.to - 1, 0, 1, height - 22);
  const names = { 'sliding-window': 'the window', 'fixed-window': 'the window of now' };
  const name = algorithm === 'token-bucket' ? 'until it is full again, at most' : names[algorithm];
  pen.fillText(`${name}: ${windowMs / 1_000} s`, Math.max(0, at.from) + 6, height - 6);
  if (algorithm === 'fixed-window') return;
  pen.textAlign = 'right';
  pen.fillText('now', at.width - 2, height - 6);
  pen.textAlign = 'left';
}
