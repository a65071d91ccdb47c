import { Redis, type RedisOptions } from 'ioredis'

/** For commands: what cannot be sent now, or is not answered soon, fails. Nothing is queued, so nothing piles up. */
export const openCommands = (redis_url: string) =>
  open(redis_url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 1_000,
    // A server that hangs is left, or commands without an answer would pile up.
    socketTimeout: 3_000,
  })

/** For listening: its few subscriptions wait for Redis, and are made again whenever it returns. */
export const openSubscriber = (redis_url: string) => open(redis_url, { maxRetriesPerRequest: null })

/**
 * A connection that never ends its process: it tries again for ever, and the failure of a command that nobody waits for,
 * as socket.io's adapter sends them, is no unhandled rejection.
 */
function open(redis_url: string, options: RedisOptions): Redis {
  const redis = new Redis(redis_url, {
    connectTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
    ...options,
  })
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (...args) => {
    const sent = send(...args)
    if (sent instanceof Promise) sent.catch(() => {})
    return sent
  }
  redis.on('error', () => {}) // `Cluster` says so, once
  return redis
}
