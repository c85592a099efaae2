/** Key-value store: the ring as a circle, where a key lies, and how nodes come and go. */
import { ServiceFrame } from '../service-frame.tsx';
import './key-value.css';
import { RingPanels } from './ring-panels.tsx';

export function KeyValuePage() {
  return (
    <ServiceFrame
      page="key-value"
      first={['keyValueList', 'keyValuePut', 'keyValueGet', 'keyValueDelete', 'keyValueLocate']}
    >
      <RingPanels />
    </ServiceFrame>
  );
}
