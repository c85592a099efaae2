/** File store: a browser of folders, with uploads by dropping, versions, shares and links. */
import { ServiceFrame } from '../service-frame.tsx';
import { Files } from './files.tsx';
import './file-store.css';

const first = [
  'fileStoreCreateFolder',
  'fileStoreUpload',
  'fileStoreListChildren',
  'fileStoreShow',
  'fileStoreUpdate',
  'fileStoreShareFile',
  'fileStoreCreateLink',
];

export function FileStorePage() {
  return (
    <ServiceFrame page="file-store" first={first}>
      <Files />
    </ServiceFrame>
  );
}
