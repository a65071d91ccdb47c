import { Redis, type RedisOptions } from 'ioredis'

/** For commands: fails immediately when disconnected and after a timeout. Nothing is queued, so memory is bounded. */
export const openCommands = (redis_url: string) =>
  open(redis_url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 1_000,
    // Disconnects from a server that hangs, or commands without an answer would accumulate.
    socketTimeout: 3_000,
  })

/** For subscriptions: the few wait for Redis and are renewed when it returns. */
export const openSubscriber = (redis_url: string) => open(redis_url, { maxRetriesPerRequest: null })

/**
 * Reconnects forever. Failures of commands that are not awaited, e.g. by socket.io's adapter, cause no unhandled
 * rejection.
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
  redis.on('error', () => {}) // logged once by `Cluster`
  return redis
}
