/** The frame around all pages: the list of services, and what is shown beside it. */
import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import type { ComponentType } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { pages, servicePages, pathOf, type ServicePage } from '../pages.ts';
import { Overview } from './overview/overview.tsx';
import { currentUser, useBearer } from './live/token.ts';
import { NoPage } from './no-page.tsx';
import { Lost } from './parts/lost.tsx';
import { Sidebar } from './sidebar.tsx';
import { TokenDialog } from './token-dialog.tsx';

type PageComponent = ComponentType<{ readonly page: ServicePage }>;

/** Loads each page when it is first opened. */
const loaders: Record<ServicePage, () => Promise<PageComponent>> = {
  inventory: async () => (await import('./services/inventory/page.tsx')).InventoryPage,
  promotion: async () => (await import('./services/promotion/page.tsx')).PromotionPage,
  autocomplete: async () => (await import('./services/autocomplete/page.tsx')).AutocompletePage,
  dispatch: async () => (await import('./services/dispatch/page.tsx')).DispatchPage,
  'flash-sale': async () => (await import('./services/flash-sale/page.tsx')).FlashSalePage,
  geo: async () => (await import('./services/geo/page.tsx')).GeoPage,
  'rate-limiter': async () => (await import('./services/rate-limiter/page.tsx')).RateLimiterPage,
  'file-store': async () => (await import('./services/file-store/page.tsx')).FileStorePage,
  'video-catalog': async () => (await import('./services/video-catalog/page.tsx')).VideoCatalogPage,
  'url-shortener': async () => (await import('./services/url-shortener/page.tsx')).UrlShortenerPage,
  'key-value': async () => (await import('./services/key-value/page.tsx')).KeyValuePage,
  chat: async () => (await import('./services/chat/page.tsx')).ChatPage,
  notification: async () => (await import('./services/notification/page.tsx')).NotificationPage,
  'news-feed': async () => (await import('./services/news-feed/page.tsx')).NewsFeedPage,
  crawler: async () => (await import('./services/crawler/page.tsx')).CrawlerPage,
};
const routes = (Object.keys(servicePages) as ServicePage[]).map((name) => ({
  name,
  // Its types see a module only, though it takes a component as well.
  Page: lazy(loaders[name]) as unknown as PageComponent,
}));

const SaleDay = lazy(async () => (await import('./sale-day/sale-day.tsx')).SaleDay);

/** Links to pages are followed here. The browser follows all others, such as those to the reference. */
const ownLinks = new RegExp(`^(${pages.join('|')})([?#]|$)`);

export function App() {
  return (
    <LocationProvider scope={ownLinks}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <div class="frame">
        <Sidebar />
        <main id="main" tabIndex={-1}>
          <Lost />
          <ErrorBoundary>
            <Pages />
          </ErrorBoundary>
        </main>
      </div>
      <TokenDialog />
    </LocationProvider>
  );
}

function Pages() {
  const { path } = useLocation();
  // A page starts over when another user takes the tab.
  useBearer();
  // Before the page is drawn, so that it has its own title from the first.
  useLayoutEffect(() => {
    const service = routes.find((route) => pathOf(route.name) === path)?.name;
    const name = path === '/sale-day' ? 'The day of the sale' : service;
    document.title = name === undefined ? 'hawker' : `${name} · hawker`;
  }, [path]);
  return (
    <Router key={currentUser()}>
      <Route path="/" component={Overview} />
      <Route path="/sale-day" component={SaleDay} />
      {routes.map(({ name, Page }) => (
        <Route key={name} path={pathOf(name)} component={Page} page={name} />
      ))}
      <Route default component={NoPage} />
    </Router>
  );
}
