import { createAdapter } from '@socket.io/redis-adapter'
import redisPersistence from 'aedes-persistence-redis'
import { Redis } from 'ioredis'
import mqemitterRedis from 'mqemitter-redis'
import type { Logger } from 'pino'

/** Joins this process to others through Redis: MQTT sessions and messages, and the rooms of the live map. */
export async function joinCluster(redis_url: string, log: Logger): Promise<Cluster> {
  const connections = [connect(redis_url, log), connect(redis_url, log)] as const
  try {
    await connections[0].ping()
  } catch (error) {
    for (const connection of connections) connection.disconnect()
    const reason = (error as Error).message
    throw new Error(`REDIS_URL: no answer from Redis at ${new URL(redis_url).host}: ${reason}.`)
  }
  const persistence = redisPersistence({ conn: connect(redis_url, log) } as never)
  return {
    mqtt: { mq: mqemitterRedis({ connectionString: redis_url } as never), persistence },
    adapter: createAdapter(connections[0], connections[1]),
    async close() {
      for (const connection of connections) connection.disconnect()
    },
  }
}

function connect(redis_url: string, log: Logger): Redis {
  const redis = new Redis(redis_url, { maxRetriesPerRequest: 3 })
  redis.on('error', (error: Error) => log.warn({ reason: error.message }, 'Redis does not answer'))
  return redis
}

export type Cluster = { mqtt: object; adapter: unknown; close(): Promise<void> }
