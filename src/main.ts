/** `node src/main.ts [service …]` starts the named services, or all of them. */
import { enableCompileCache } from 'node:module';

enableCompileCache();
// Imported only now, so that the modules come out of the cache.
const { main } = await import('./cli.ts');
await main(process.argv.slice(2), process.env);
