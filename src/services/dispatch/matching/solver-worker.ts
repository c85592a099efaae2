/** Solves the table that it was started with, and ends: see solver.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { driversOf } from './solver.ts';

parentPort!.postMessage(driversOf(workerData));
