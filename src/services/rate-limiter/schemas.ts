import { Type } from 'typebox';

const headers = {
  ratelimit: { type: 'string', description: 'r: requests left; t: seconds until all are free' },
  'ratelimit-policy': { type: 'string', description: 'q: requests in w seconds' },
};

export const Message = Type.Object({ message: Type.String() });
export const LimitedMessage = Type.Object({ message: Type.String() }, { headers });

export const ResetBody = Type.Object({
  ip: Type.String({ maxLength: 64, description: 'client address, IPv4 or IPv6' }),
});
export const ResetResult = Type.Object({ message: Type.String(), ip: Type.String() });
