import { Type } from 'typebox';
import { headersOfAnswer } from '#kit/openapi/answer-headers.ts';

const headers = headersOfAnswer('RateLimit', 'RateLimit-Policy');

export const Message = Type.Object({ message: Type.String() });
export const LimitedMessage = Type.Object({ message: Type.String() }, { headers });

export const ResetBody = Type.Object({
  ip: Type.String({ maxLength: 64, description: 'client address, IPv4 or IPv6' }),
});
export const ResetResult = Type.Object({ message: Type.String(), ip: Type.String() });
