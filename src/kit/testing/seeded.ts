export { seeded } from '../base/seeded.ts';
