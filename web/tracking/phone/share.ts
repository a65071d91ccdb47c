import { restore, useSession } from '../../core/session.ts'
import { token } from '../../core/token.ts'
import { readBattery } from './battery.ts'
import { type Buffer, openBuffer } from './buffer.ts'
import { createDelivery } from './delivery.ts'
import { evaluateFix, intervalOf, lookEvery_ms, type Track } from './due.ts'
import { openLink } from './link.ts'
import type { Fix } from './locate.ts'
import { followPosition, showEvery_ms, useOwnPosition } from './ownPosition.ts'
import { defaults, endSharing, keepSettings, type Sharing, type SharingRequest, useSharing } from './sharing.ts'
import { keepAwake } from './wakeLock.ts'

const setState = (state: Partial<Sharing>) => useSharing.setState(state)

/**
 * Makes this browser report as a tracker of the user, in one tab at a time.
 *
 * @returns stops sharing; unacknowledged reports stay in the buffer
 */
export function share(request: SharingRequest): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  navigator.locks
    .request('ringfence.sharing', { signal }, async () => {
      const buffer = await openBuffer(`${request.user_id} ${request.organisation_id}`).catch(() => null)
      if (signal.aborted) buffer?.close()
      else if (!buffer) endSharing('storage')
      else {
        const stop = await begin(request, buffer)
        await ended
        stop()
      }
    })
    .catch((error) => signal.aborted || Promise.reject(error))
  return () => ending.abort()
}

async function begin({ organisation_id }: SharingRequest, buffer: Buffer): Promise<() => void> {
  setState({ status: navigator.onLine ? 'connecting' : 'lost', kept: await buffer.count() })
  const releaseLock = keepAwake()
  let ended = false
  // What is in progress when sharing stops finds the buffer closed, which is not a storage error.
  const on_failure = () => {
    if (!ended) endSharing('storage')
  }
  const delivery = createDelivery({
    buffer,
    send: (positions) => link.send(positions),
    silent: () => link.drop(),
    on_count: (kept) => setState({ kept }),
    on_failure,
  })
  const link = openLink({
    greeting() {
      const stored = token.read()
      return stored ? { token: stored, organisation_id } : null
    },
    on: {
      config({ number, ...settings }) {
        keepSettings({ number, settings })
        setState({ status: 'live' })
        delivery.begin()
      },
      settled: delivery.settled,
      lost() {
        delivery.end()
        setState({ status: 'lost' })
      },
      refused,
    },
  })
  const stop = watch(async (report) => {
    const dropped = await buffer.add(report)
    setState({ kept: await buffer.count(), dropped: useSharing.getState().dropped + dropped })
    delivery.notify()
  }, on_failure)
  return () => {
    ended = true
    stop()
    link.close()
    delivery.end()
    releaseLock()
    buffer.close()
  }
}

/** Polls the position at the interval of the settings and passes on the fixes to report. */
function watch(
  report: (report: Fix & Awaited<ReturnType<typeof readBattery>>) => Promise<void>,
  on_failure: () => void,
): () => void {
  let track: Track | null = null
  let every_ms = 0
  let unfollow = () => {}
  const pace = (charging: boolean | null) => {
    const wanted_ms = lookEvery_ms(intervalOf(settingsNow(), charging), showEvery_ms)
    if (wanted_ms === every_ms) return
    every_ms = wanted_ms
    const before = unfollow
    unfollow = followPosition(every_ms)
    before()
  }
  const take = async (fix: Fix) => {
    const battery = await readBattery()
    pace(battery.charging)
    const decision = evaluateFix(fix, track, settingsNow(), battery.charging)
    track = decision.track
    setState({ resting: decision.resting, every_s: intervalOf(settingsNow(), battery.charging) })
    if (decision.report) await report({ ...fix, ...battery })
  }
  // Sequential: concurrent fixes would be compared with the same track.
  let queue = Promise.resolve()
  const unsubscribe = useOwnPosition.subscribe(({ fix, trouble }, before) => {
    if (trouble !== before.trouble) setState({ blind: trouble !== null })
    if (fix && fix !== before.fix) queue = queue.then(() => take(fix)).catch(on_failure)
  })
  const unsubscribeSettings = useSharing.subscribe(async ({ request }, before) => {
    if (request?.settings !== before.request?.settings) pace((await readBattery()).charging)
  })
  setState({ blind: useOwnPosition.getState().trouble !== null })
  pace(null)
  return () => {
    unsubscribe()
    unsubscribeSettings()
    unfollow()
  }
}

const settingsNow = () => useSharing.getState().request?.settings ?? defaults

/** A rejected session may be a token that was not renewed in time; other reasons are shown to the user. */
async function refused(reason: string) {
  if (!reason.includes('session has ended')) endSharing(reason)
  else if (useSession.getState().status !== 'out') await restore()
}
