import mqtt, { type MqttClient } from 'mqtt'
import type { Registered } from './register.ts'
import { reportAt } from './report.ts'

/**
 * Drives trackers, each over its own MQTT connection, until stopped. New trackers first report their last hour in a
 * batch. Lost connections are restored, and unacknowledged reports are sent again.
 */
export async function drive(trackers: Registered[], { mqtt_url, interval_s }: DriveOptions): Promise<Drive> {
  const began = Date.now()
  let acknowledged = 0
  const drivers = trackers.map((tracker, i) => {
    const period_ms = (tracker.simulated.role === 'parked' ? 60 : interval_s) * 1000
    return {
      ...tracker,
      client: connect(mqtt_url, tracker),
      period_ms,
      next: began + ((i * 0.618) % 1) * period_ms,
      waiting: 0,
    }
  })
  await Promise.all(drivers.filter(({ is_new }) => is_new).map((driver) => reportHistory(driver, began)))

  // One timer for all trackers; each has its own phase.
  const timer = setInterval(() => {
    const now = Date.now()
    for (const driver of drivers) {
      if (now < driver.next) continue
      // After a suspend of the machine it continues from now.
      driver.next = now - driver.next > driver.period_ms ? now + driver.period_ms : driver.next + driver.period_ms
      if (driver.waiting >= MEMORY || isSilent(driver, now, began)) continue
      driver.waiting++
      driver.client.publish(topicOf(driver), JSON.stringify(reportAt(driver.simulated, now)), { qos: 1 }, (error) => {
        driver.waiting--
        if (!error) acknowledged++
      })
    }
  }, 50)

  return {
    get connected() {
      return drivers.filter(({ client }) => client.connected).length
    },
    get acknowledged() {
      return acknowledged
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(drivers.map(({ client }) => close(client)))
    },
  }
}

/** Reports that a device buffers while it is offline. */
const MEMORY = 300
const HISTORY_S = 3600
const HISTORY_STEP_S = 20
const CLOSE_MS = 1000

function connect(mqtt_url: string, { number, token }: Registered): MqttClient {
  const client = mqtt.connect(mqtt_url, {
    username: number,
    password: token,
    clientId: 'simulated',
    reconnectPeriod: 2000,
    reconnectOnConnackError: true,
    resubscribe: false,
  })
  // The client reconnects by itself.
  client.on('error', () => {})
  return client
}

async function reportHistory(driver: Registered & { client: MqttClient }, now: number): Promise<void> {
  const reports: object[] = []
  for (let ms = now - HISTORY_S * 1000; ms < now; ms += HISTORY_STEP_S * 1000) {
    if (!isSilent(driver, ms, now)) reports.push(reportAt(driver.simulated, ms))
  }
  await driver.client.publishAsync(topicOf(driver), JSON.stringify(reports), { qos: 1 })
}

/** The silent tracker's last contact was forty minutes before the start; it reports for ten minutes of every eighty. */
function isSilent({ simulated }: Registered, ms: number, began: number): boolean {
  if (simulated.role !== 'silent') return false
  const minutes = (ms - began) / 60_000 + 40
  return minutes >= 0 && minutes % 80 < 70
}

/** Waits briefly for pending publishes. */
async function close(client: MqttClient): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS, true)
  })
  const done = client.connected ? client.endAsync().then(() => false) : Promise.resolve(true)
  if (await Promise.race([done, late])) client.end(true)
  clearTimeout(timer)
}

const topicOf = ({ number }: Registered) => `trackers/${number}/position`

export type Drive = { readonly connected: number; readonly acknowledged: number; stop(): Promise<void> }

export type DriveOptions = { mqtt_url: string; interval_s: number }
