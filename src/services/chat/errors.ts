import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  BAD_HANDSHAKE: { status: 400, title: 'The WebSocket handshake is not valid' },
  BANNED: { status: 403, title: 'The user is banned from the room' },
  UNKNOWN_ROOM: { status: 404, title: 'No such room' },
  UNKNOWN_MESSAGE: { status: 404, title: 'The room has no such message' },
  UPGRADE_REQUIRED: {
    status: 426,
    title: 'The address only accepts WebSocket connections',
    headers: ['Upgrade'],
  },
  STOPPING: { status: 503, title: 'The service is stopping' },
});
