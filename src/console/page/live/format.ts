/** Numbers and times as the reader's locale writes them. */
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const minute = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const dateAndClock = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
});
const megabytes = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 0,
});
const milliseconds = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'millisecond',
  maximumSignificantDigits: 2,
});

export const formatCount = (value: number) => whole.format(value);
export const formatNumber = (value: number) => number.format(value);
/** 12,345 as 12.3K, for where there is little room. */
export const formatShort = (value: number) => (value < 1_000 ? number : compact).format(value);
export const formatMs = (value: number) => milliseconds.format(value);
/** @param value milliseconds; undefined: there was nothing to measure */
export const formatTime = (value: number | undefined) =>
  value === undefined ? '–' : formatMs(value);
export const formatBytes = (value: number) => megabytes.format(value / 1_000_000);
/** @param at milliseconds since the epoch */
export const formatClock = (at: number) => clock.format(at);
/** Without seconds. @param at milliseconds since the epoch */
export const formatMinute = (at: number) => minute.format(at);
/** 5 as “5 min. ago”, 0 as “now”. */
export const formatMinutesAgo = (minutes: number) =>
  ago.format(-minutes, minutes === 0 ? 'second' : 'minute');
/** @param at milliseconds since the epoch */
export const formatInstant = (at: number) => dateAndClock.format(at);

/** 75,000 ms as 1:15; days count as hours. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, ...rest] = parts.map((part) => String(part).padStart(2, '0'));
  return hours === '00' ? rest.join(':') : [hours, ...rest].join(':');
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const sizes = units.map(
  (unit) =>
    new Intl.NumberFormat(undefined, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: 1,
    }),
);

/** 1,234,567 bytes as 1.2 MB. */
export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return sizes[power]!.format(bytes / 1_000 ** power);
}

/** 1 video, 2 videos: `plural(count, 'video')`. @param many where an s does not do */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${wordFor(count, one, many)}`;

/** The word alone, for where the number stands apart. */
export const wordFor = (count: number, one: string, many = `${one}s`) => (count === 1 ? one : many);
