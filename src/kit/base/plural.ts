/** 1 file, 2 files: `plural(count, 'file')`. @param many where an s does not do */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
