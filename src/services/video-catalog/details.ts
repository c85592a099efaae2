/** Optional members of a video that no query needs: to add one, declare it here. */
import { Type } from 'typebox';
import { detailsOf, type DetailChanges, type DetailsOf } from '#kit/web/details.ts';

export const videoDetails = detailsOf({
  language: Type.String({
    maxLength: 35,
    pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
    description: 'what is spoken: a language tag of BCP 47, such as id or pt-BR',
  }),
  thumbnail_url: Type.String({
    maxLength: 2_048,
    pattern: '^https?://[^\\s/]\\S*$',
    format: 'text',
    description: 'a still image: an absolute http or https URL, kept as it is',
  }),
});
export type VideoDetails = DetailsOf<typeof videoDetails>;
export type VideoDetailChanges = DetailChanges<typeof videoDetails>;
