/** Optional members of a link that no query needs: to add one, declare it here. */
import { detailsOf, type DetailsOf } from '#kit/web/details.ts';
import { Name } from '#kit/web/schema.ts';

export const linkDetails = detailsOf({
  title: Name('what people call the link, up to 256 characters'),
});
export type LinkDetails = DetailsOf<typeof linkDetails>;
