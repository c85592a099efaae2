/** Imported first by what an older Node could only fail at in its own words. */
import { isNewEnough, neededNode } from './needed-node.ts';

if (!isNewEnough)
  throw new Error(`hawker needs Node ${neededNode} or later; this is ${process.version}`);
