/** Notification: the inbox of one user with its bell, what became of each notification, and a form that sends one. */
import { useState } from 'preact/hooks';
import { useAddressMember } from '../../live/hooks.ts';
import { currentUser } from '../../live/token.ts';
import { readForm } from '../../parts/form.ts';
import { useShown } from '../../playground/shown.ts';
import { ServiceFrame } from '../service-frame.tsx';
import { Inbox } from './inbox.tsx';
import './notification.css';
import { Send } from './send.tsx';
import { Trace } from './trace.tsx';

export function NotificationPage() {
  return (
    <ServiceFrame
      page="notification"
      first={[
        'notificationSend',
        'notificationPutPreferences',
        'notificationSendInBulk',
        'notificationTrace',
      ]}
    >
      <Notifications />
    </ServiceFrame>
  );
}

function Notifications() {
  const [user, setUser] = useAddressMember('user', currentUser() ?? 'ann');
  const [traced, trace] = useAddressMember('trace');
  useShown({ user, user_id: user, id: traced || undefined });
  // A trace grows while attempts are made: the latest one is read again.
  const [news, setNews] = useState(0);
  const tellNews = () => setNews((count) => count + 1);
  return (
    <>
      <form class="row" onSubmit={(event) => setUser(readForm(event)['user'] ?? '')}>
        <label class="field">
          <span>Inbox of</span>
          <input key={user} name="user" defaultValue={user} required maxLength={128} />
        </label>
        <button>Show</button>
      </form>
      <div class="panels">
        <Inbox key={user} user={user} traced={traced} trace={trace} changed={tellNews} />
        <Send user={user} done={trace} />
        {traced !== '' && <Trace id={traced} news={news} close={() => trace('')} />}
      </div>
    </>
  );
}
