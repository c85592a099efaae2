/** Video catalog: the list with states moving on, found as one types. */
import { ServiceFrame } from '../service-frame.tsx';
import './video-catalog.css';
import { Videos } from './videos.tsx';

const first = [
  'videoCatalogUpload',
  'videoCatalogSearch',
  'videoCatalogWatch',
  'videoCatalogList',
  'videoCatalogEdit',
];

export function VideoCatalogPage() {
  return (
    <ServiceFrame page="video-catalog" first={first}>
      <Videos />
    </ServiceFrame>
  );
}
