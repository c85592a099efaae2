/** The page of a service that has no picture of its own. */
import type { ServicePage } from '../../pages.ts';
import { ServiceFrame } from './service-frame.tsx';

export function PlainPage({ page }: { readonly page: ServicePage }) {
  return <ServiceFrame page={page} />;
}
