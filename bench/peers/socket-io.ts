/** The usual way with socket.io: one room, one emit a message; keeps nothing. */
import { Server } from 'socket.io';

const io = new Server(Number(process.env['PORT']), { transports: ['websocket'] });
io.on('connection', (socket) => {
  void socket.join('bench');
  socket.on('message', ({ content }: { content: string }) => {
    const message = { user: 'bench', room: 'bench', content, timestamp: Date.now() };
    io.to('bench').emit('message', message);
  });
});
process.on('SIGTERM', () => process.exit(0));
