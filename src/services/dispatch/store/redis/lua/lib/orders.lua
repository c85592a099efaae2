-- Stands before each script: how orders go from state to state, and when the next batch is due.

-- The group of orders that are listed with those in this state: see OrderGroup of rules/rules.ts.
local function group_of(state)
  if state == 'pooled' or state == 'unmatched' or state == 'claimed' then
    return 'pool'
  end
  return state
end

-- Whether no driver has accepted the order yet.
local function is_waiting(state)
  return group_of(state) == 'pool' or state == 'offered' or state == 'reassigning' or
    state == 'manual_assignment'
end

-- Puts the order into another state. The other arguments are names and values of further fields.
local function set_order_state(order, state, ...)
  local id, from, to = order.orderId, group_of(order.state), group_of(state)
  redis.call('HSET', key('order', id), 'state', state, ...)
  if from ~= to then
    redis.call('ZADD', key('in', to), 0, id)
    if from then
      redis.call('ZREM', key('in', from), id)
      publish('order', id)
    end
    if state == 'delivered' or state == 'expired' or state == 'cancelled' then
      redis.call('ZREM', key('in', 'open'), id)
    elseif not from then
      redis.call('ZADD', key('in', 'open'), 0, id)
    end
  end
  if is_waiting(state) and not is_waiting(order.state) then
    redis.call('ZADD', key('waiting'), order.submittedAt, id)
  elseif is_waiting(order.state) and not is_waiting(state) then
    redis.call('ZREM', key('waiting'), id)
  end
  order.state = state
end

-- The next batch is due at `at` or before; returns when.
local function due_by(at)
  local due_at = tonumber(redis.call('HGET', key('next_batch'), 'due_at') or at)
  if at <= due_at then
    redis.call('HSET', key('next_batch'), 'due_at', instant(at))
  end
  return math.min(at, due_at)
end

local function put_into_pool(order)
  set_order_state(order, 'pooled')
  redis.call('HDEL', key('order', order.orderId), 'dueAt')
  redis.call('ZADD', key('pool'), instant(now), order.orderId)
end

-- The order waits for the next batch, for a window at most; from the next instant on, so that
-- batches of this instant do not take it twice.
local function set_unmatched(order)
  set_order_state(order, 'unmatched')
  redis.call('ZADD', key('unmatched'), instant(now + 1), order.orderId)
  due_by(now + WINDOW_MS)
end

local function put_into_manual_queue(order)
  set_order_state(order, 'manual_assignment')
  redis.call('ZREM', key('ends'), order.orderId)
  redis.call('ZADD', key('manual'), instant(now), order.orderId)
end
