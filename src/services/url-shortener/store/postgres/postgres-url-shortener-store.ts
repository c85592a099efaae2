/** The shared store: any number of replicas on one PostgreSQL. */
import { openPostgres } from '#kit/stores/postgres.ts';
import type { Stores } from '../url-shortener-store.ts';
import { postgresClicks } from './clicks.ts';
import { postgresLinks } from './links.ts';

/** @throws StartupError when nothing answers at `url` */
export async function openPostgresStores(url: string): Promise<Stores> {
  const db = await openPostgres(url, 'url-shortener', new URL('./sql/', import.meta.url));
  return { links: postgresLinks(db), clicks: postgresClicks(db) };
}
