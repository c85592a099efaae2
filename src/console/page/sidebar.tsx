/** All services with their state, at the left; on a phone behind a button. */
import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { pathOf, servicePages, type ServicePage } from '../pages.ts';
import { Bearer } from './bearer.tsx';
import { formatShort } from './live/format.ts';
import { recent, stateOf, useLive, type Live, type ServiceState } from './live/overview.ts';

export function Sidebar() {
  const live = useLive();
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <nav class={isOpen ? 'sidebar open' : 'sidebar'} aria-label="Services">
      <div class="brand">
        <a href="/">
          <img src="/console/icon.svg" alt="" width="24" height="24" /> hawker
        </a>
        <button class="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Services
        </button>
      </div>
      <ul>
        <Link href="/" name="Overview" path={path} />
        <Link href="/sale-day" name="Sale day" path={path} />
        {(Object.keys(servicePages) as ServicePage[]).map((page) => (
          <Link
            key={page}
            href={pathOf(page)}
            name={page}
            path={path}
            {...stateOfPage(live, page)}
          />
        ))}
      </ul>
      <div class="foot">
        <Connection isConnected={live.isConnected} />
        <span class="links">
          {/* It would add its first place to the history, and Back would not leave it. */}
          <a href="/reference#?route=overview">Reference</a>
          <a href="/metrics">Metrics</a>
        </span>
        <Bearer />
        <ThemeButton />
      </div>
    </nav>
  );
}

interface State {
  readonly state?: ServiceState | 'absent';
  readonly rate?: number;
}

function stateOfPage(live: Live, page: ServicePage): State {
  const { services, seconds, isConnected } = live;
  if (services === undefined || seconds === undefined) return {};
  const series = servicePages[page].flatMap((name) => seconds.services[name] ?? []);
  if (series.length === 0) return { state: 'absent' };
  const rate = series.reduce((sum, { requests }) => sum + recent(requests), 0);
  return { state: stateOf(live, series), rate: isConnected ? rate : 0 };
}

const stateNames = {
  ready: 'ready',
  failing: 'has a problem',
  unknown: 'state not known',
  absent: 'does not run here',
};

function Link(
  props: State & { readonly href: string; readonly name: string; readonly path: string },
) {
  const { href, name, path, state, rate = 0 } = props;
  return (
    <li>
      <a href={href} aria-current={path === href ? 'page' : undefined}>
        <span class={`dot ${state ?? 'none'}`} />
        <span class="name">{name}</span>
        {state !== undefined && <span class="hidden">{stateNames[state]}</span>}
        {rate > 0 && (
          <span class="rate">
            {formatShort(rate)}
            <span class="hidden"> requests a second</span>
          </span>
        )}
      </a>
    </li>
  );
}

function Connection({ isConnected }: { readonly isConnected: boolean }) {
  return (
    <span class={isConnected ? 'connection' : 'connection lost'} role="status">
      {isConnected ? 'live' : 'connection lost, trying again'}
    </span>
  );
}

type Theme = 'system' | 'light' | 'dark';
const nextTheme = { system: 'light', light: 'dark', dark: 'system' } as const;

function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(
    () => (document.documentElement.dataset['theme'] as Theme | undefined) ?? 'system',
  );
  const change = () => {
    const next = nextTheme[theme];
    setTheme(next);
    if (next === 'system') {
      delete document.documentElement.dataset['theme'];
      localStorage.removeItem('hawker-theme');
    } else {
      document.documentElement.dataset['theme'] = next;
      localStorage.setItem('hawker-theme', next);
    }
    // Canvases take their colours again.
    dispatchEvent(new Event('hawker-theme'));
  };
  return (
    <button class="theme" onClick={change}>
      Theme: {theme}
    </button>
  );
}
