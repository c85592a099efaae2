/** `hawker demo`: a small city that lives on the services, to watch or to check. */
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { StartupError } from '#kit/base/startup-error.ts';
import type { Environment } from '#kit/host/env.ts';
import { outliveReaders } from '#kit/host/lost-readers.ts';
import { onStopSignals } from '#kit/host/stop-signals.ts';
import type { City } from './town.ts';
import { ann } from './people.ts';
import { openPlay, type Play } from './play.ts';
import { disagrees, readAgreements, summaryLines } from './summary/summary.ts';

interface DemoOptions {
  readonly seed: number;
  /** Simulated seconds in a second. */
  readonly speed: number;
  /** Simulated. */
  readonly minutes: number;
  /** As fast as it goes, and fails on a disagreement. */
  readonly isCheck: boolean;
  readonly portOffset: number;
}

const checkMinutes = 120;
/** Twenty hours: what services forget after a day, delivered orders say, could not be summed up. */
const maxMinutes = 1_200;
/** A Friday, eleven o'clock in Singapore: a check begins at the same instant whenever it is made. */
const checkStartsAt = Date.UTC(2026, 5, 5, 3);
const [maxSpeed, progressEveryMs] = [60, 5_000];

export async function demoCommand(args: readonly string[], env: Environment): Promise<void> {
  const options = parseOptions(args);
  const stop = new AbortController();
  const end = () => {
    console.log(
      'Stopping: what has begun is brought to its end, then all is summed up. Press Ctrl-C again to stop at once.',
    );
    stop.abort();
  };
  onStopSignals(end, exitBy);
  process.once('SIGHUP', exitBy);
  // Nobody would read the summary: `| tee` goes with the same Ctrl-C.
  outliveReaders(() => exitBy('SIGINT'));
  const isInAgreement = await demo(options, env, stop.signal, { print: console.log });
  if (options.isCheck && !isInAgreement) process.exitCode = 1;
}

/** Ends the process as the signal would, but not without what is done on exit: the folder is removed. */
function exitBy(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal]);
}

interface Audience {
  print(line: string): void;
  /** Called when the town has closed, before anything is summed up. */
  closed?(city: City): Promise<void>;
}

/**
 * @param signal ends the day early
 * @returns whether all numbers agree
 */
export async function demo(
  options: DemoOptions,
  env: Environment,
  signal: AbortSignal,
  audience: Audience,
): Promise<boolean> {
  const print = (line: string) => audience.print(line);
  const { seed, speed, isCheck, portOffset } = options;
  const play = await openPlay({
    env,
    seed,
    portOffset,
    startAt: isCheck ? checkStartsAt : Date.now(),
    // The site is on this machine and bears any rate; for a person who watches, the crawl goes slowly.
    crawlDelayMs: isCheck ? 0 : 1_000,
    moveEveryMs: isCheck ? 30_000 : Math.max(1_000, speed * 1_000),
  });
  try {
    print(`console  ${play.city.console}`);
    for (const line of remarks(play.city, options, env)) print(line);
    await playOut(play, options, signal, print);
    await audience.closed?.(play.city);
    const agreements = await readAgreements(play.city);
    for (const line of summaryLines(play.city, agreements)) print(line);
    return !agreements.some(disagrees);
  } finally {
    await play.stop();
  }
}

function remarks(
  { name, console: address, site }: City,
  { isCheck, speed }: DemoOptions,
  env: Environment,
): string[] {
  const isShared = (env['STORE_ADDR'] ?? env['DATABASE_URL'] ?? '') !== '';
  const crawl = JSON.stringify({ url: `${site}/`, max_pages: 20 });
  const pace = speed === 1 ? 'in step with yours' : `${speed} times as fast as yours`;
  return [
    ...(isShared
      ? [`On the shared stores all that it writes is called ${name}, and stays there.`]
      : []),
    ...(isCheck
      ? []
      : [
          `try      curl '${address}/api/news-feed/timeline?user=${ann}&limit=3'`,
          `try      curl -H 'content-type: application/json' -d '${crawl}' ${address}/api/crawler/crawl`,
          `All times, here, in the log and at the console, are those of the city, whose clock runs ${pace}.`,
          'Ctrl-C ends the day: what has begun is brought to its end, then all is summed up.',
        ]),
  ];
}

async function playOut(
  play: Play,
  { minutes, speed, isCheck }: DemoOptions,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  const { time } = play.city;
  const endMs = minutes * 60_000;
  const isOver = () => time.passedMs >= endMs || signal.aborted;
  const progress = setInterval(() => print(progressLine(play)), progressEveryMs);
  try {
    if (isCheck) await time.hurry(isOver);
    else await time.keepPace(speed, isOver, signal);
    await play.close();
  } finally {
    clearInterval(progress);
  }
  print(progressLine(play));
}

function progressLine({ city }: Play): string {
  const { ledger } = city;
  const refusals = ledger.refusals.slice(0, 5).map(([code, times]) => `${code} ${times}`);
  return [
    timeOfDay(city),
    `orders ${ledger.of('orders placed')}`,
    `confirmed ${ledger.of('orders confirmed')}`,
    `units ${ledger.of('units confirmed')}`,
    `delivered ${ledger.of('orders delivered')}`,
    `launches ${ledger.of('launches')}`,
    `refused: ${refusals.join(' ') || 'nobody'}`,
  ].join('  ');
}

/** By the clock of the town, as the console shows it and opening hours follow it. */
const timeOfDay = ({ time }: City): string => new Date(time.now()).toLocaleTimeString('en-GB');

/** @throws StartupError for an unknown option, or a value that is not a number where one is needed */
export function parseOptions(args: readonly string[]): DemoOptions {
  const { check, ...values } = parsed(args);
  if (check === true && values.speed !== undefined) {
    throw new StartupError('demo: --check goes as fast as it can: leave out --speed');
  }
  const minutes = values.minutes ?? String(check ? checkMinutes : maxMinutes);
  const offset = values['port-offset'];
  return {
    seed: wholeNumber('seed', values.seed ?? '1', 0, 2 ** 31 - 1),
    speed: wholeNumber('speed', values.speed ?? '1', 1, maxSpeed),
    minutes: wholeNumber('minutes', minutes, 1, maxMinutes),
    isCheck: check ?? false,
    portOffset: wholeNumber('port-offset', offset ?? '0', 0, 50_000),
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    seed: text,
    speed: text,
    minutes: text,
    'port-offset': text,
    check: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    // Its further sentences are about positional arguments, of which there are none.
    const [reason = ''] = (error as Error).message.split('. ', 1);
    throw new StartupError(`demo: ${reason}; see hawker demo --help`);
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new StartupError(
    `demo: --${name} must be a whole number from ${least} to ${most} (it is "${text}")`,
  );
}
