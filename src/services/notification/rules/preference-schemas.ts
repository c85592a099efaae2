import { Type, type Static } from 'typebox';

const IsOn = Type.Optional(Type.Boolean({ description: 'true unless it says false' }));
const TimeOfDay = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description });

export const QuietHours = Type.Object(
  {
    timezone: Type.String({ maxLength: 64, description: 'an IANA time zone: Europe/Berlin' }),
    from: TimeOfDay('22:00'),
    to: TimeOfDay('07:00, on the next day if it is before `from`; not the same as `from`'),
  },
  { description: 'emails and pushes wait until they are over; the clock on the wall counts' },
);
export type QuietHours = Static<typeof QuietHours>;

export const Preferences = Type.Object({
  channels: Type.Object(
    { email: IsOn, push: IsOn },
    { default: {}, description: 'false: none at all by this channel' },
  ),
  categories: Type.Record(
    Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]{1,64}$' }),
    Type.Object({ email: IsOn, push: IsOn, in_app: IsOn }),
    {
      default: {},
      maxProperties: 100,
      additionalProperties: false,
      description: 'by category; those that are not named are on',
    },
  ),
  quiet_hours: Type.Optional(QuietHours),
});
export type Preferences = Static<typeof Preferences>;
