import { setTimeout as wait } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import { pastOf } from './past.ts'
import type { Registered } from './register.ts'
import { reportAt } from './report.ts'

/**
 * Drives trackers, each over its own MQTT connection, until stopped. New trackers first report their last hour in a
 * batch, and their week before it in the background. Lost connections are restored, and unacknowledged reports are sent again.
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

  let stopped = false
  const past = (async () => {
    // First the server finds what they do now, and the administrator signs in.
    await wait(PAST_AFTER_MS, undefined, { ref: false })
    for (const driver of drivers) await reportPast(driver, () => stopped)
  })().catch(() => {})

  return {
    get connected() {
      return drivers.filter(({ client }) => client.connected).length
    },
    get acknowledged() {
      return acknowledged
    },
    past,
    async stop() {
      stopped = true
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
const PAST_AFTER_MS = 30_000
const PAST_MS = 7 * 86_400_000
const PAST_PART = 150
const PAST_PAUSE_MS = 150

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

/** In parts with pauses: the map and its people go first. */
async function reportPast(driver: Registered & { client: MqttClient }, isStopped: () => boolean): Promise<void> {
  const { past_until, simulated, client } = driver
  if (past_until === null) return
  let part: object[] = []
  const send = async () => {
    if (part.length > 0) await client.publishAsync(topicOf(driver), JSON.stringify(part), { qos: 1 })
    part = []
    await wait(PAST_PAUSE_MS)
  }
  for (const report of pastOf(simulated, past_until - PAST_MS, past_until)) {
    if (isStopped()) return
    part.push(report)
    if (part.length === PAST_PART) await send()
  }
  await send()
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

export type Drive = {
  readonly connected: number
  readonly acknowledged: number
  /** Ends when the past is reported. */
  readonly past: Promise<void>
  stop(): Promise<void>
}

export type DriveOptions = { mqtt_url: string; interval_s: number }
