/** Videos of a kitchen, for those who have none. */
const dishes = ['Green tea', 'Chicken rice', 'Laksa', 'Kaya toast'];
const ways = [
  { how: 'the slow way', description: 'Step by step, without haste.', tags: ['slow', 'kitchen'] },
  { how: 'in five minutes', description: 'For those who are hungry.', tags: ['quick', 'kitchen'] },
  { how: 'at the market', description: 'A walk between the stalls.', tags: ['market', 'travel'] },
];

export const someVideos = () =>
  dishes.flatMap((dish) =>
    ways.map(({ how, description, tags }) => ({ title: `${dish}, ${how}`, description, tags })),
  );
