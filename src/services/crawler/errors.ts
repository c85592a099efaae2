import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  UNKNOWN_JOB: { status: 404, title: 'No such crawl job' },
  JOB_COMPLETED: { status: 409, title: 'The job is over' },
});
