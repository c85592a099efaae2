import { Type, type Static } from 'typebox';

const IsOn = Type.Optional(Type.Boolean({ description: 'false: off; on when absent' }));
const TimeOfDay = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description });

export const QuietHours = Type.Object(
  {
    timezone: Type.String({
      maxLength: 64,
      description: 'IANA time zone whose clock counts: Europe/Berlin',
    }),
    from: TimeOfDay('first minute of the quiet hours: 22:00'),
    to: TimeOfDay(
      'when they end: 07:00; on the next day if earlier than `from`, and never equal to it',
    ),
  },
  {
    description:
      'emails and pushes that are due in this time of day wait until it ends, unless they are urgent',
  },
);
export type QuietHours = Static<typeof QuietHours>;

export const Preferences = Type.Object({
  channels: Type.Object(
    { email: IsOn, push: IsOn },
    { default: {}, description: 'channels that are off for every category' },
  ),
  categories: Type.Record(
    Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]{1,64}$' }),
    Type.Object({ email: IsOn, push: IsOn, in_app: IsOn }),
    {
      default: {},
      maxProperties: 100,
      additionalProperties: false,
      description:
        'by category, the channels that are off for it; a category that is not named is on',
    },
  ),
  quiet_hours: Type.Optional(QuietHours),
});
export type Preferences = Static<typeof Preferences>;
