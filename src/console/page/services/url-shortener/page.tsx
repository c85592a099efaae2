/** URL shortener: links with a life, their clicks by day, and a code to be photographed. */
import { ServiceFrame } from '../service-frame.tsx';
import { Links } from './links.tsx';
import './url-shortener.css';

const first = [
  'urlShortenerShorten',
  'urlShortenerFollow',
  'urlShortenerShowClicks',
  'urlShortenerListLinks',
];

export function UrlShortenerPage() {
  return (
    <ServiceFrame page="url-shortener" first={first}>
      <Links />
    </ServiceFrame>
  );
}
