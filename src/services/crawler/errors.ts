import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  UNKNOWN_JOB: { status: 404, title: 'No such crawl job' },
  UNKNOWN_PAGE: { status: 404, title: 'The job has no such page' },
  NO_CONTENT: { status: 404, title: 'The page has no content in this format' },
  JOB_RUNNING: { status: 409, title: 'The job has not ended' },
  JOB_COMPLETED: { status: 409, title: 'The job has already ended' },
});
