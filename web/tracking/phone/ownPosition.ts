import { create } from 'zustand'
import { askPosition, type Fix, type Trouble, watchPosition } from './locate.ts'

/** This browser's position. */
export const useOwnPosition = create<Own>(() => ({ fix: null, trouble: null, shown: 0 }))

/** Interval while the position is only displayed. */
export const showEvery_ms = 15_000
const retry_ms = 1000
/** Minimum interval between updates: receivers update once a second. */
const least_ms = 900

const needs = new Set<Need>()
let timer: ReturnType<typeof setTimeout> | undefined
/** An update that came too soon after the last one. */
let deferred: ReturnType<typeof setTimeout> | undefined
let asking = false
/** The browser has answered, so its permission prompt is closed. */
let answered = false
/** Consecutive timeouts. */
let unanswered = 0
let permission: PermissionState | null = null
let unwatch = () => {}

/**
 * Keeps the position fresh: a watch, which keeps the receiver on and so is quick and precise, and a request when the
 * watch has been silent for the shortest interval that callers need. @returns ends the need
 */
export function followPosition(every_ms: number): () => void {
  const need = { every_ms }
  needs.add(need)
  listenForChanges()
  begin()
  return () => {
    needs.delete(need)
    if (needs.size === 0) rest()
  }
}

/** Moves the map to the own position, as soon as it is known. */
export function showOwnPosition() {
  useOwnPosition.setState(({ shown }) => ({ shown: shown + 1 }))
}

/** Watches whether permission is granted. @returns stops watching */
export function watchPermission(on: (state: PermissionState | null) => void): () => void {
  let status: PermissionStatus | null = null
  const publish = () => on(status?.state ?? null)
  // Some browsers have geolocation without the Permissions API.
  navigator.permissions
    ?.query({ name: 'geolocation' })
    .then((result) => {
      status = result
      status.addEventListener('change', publish)
      publish()
    })
    .catch(() => on(null))
  return () => status?.removeEventListener('change', publish)
}

/** Starts again: a watch that was refused, or whose page was hidden, may stay silent. */
function begin() {
  answered = false
  // With permission and a known position, a new caller gets a fresh one at once.
  if (useOwnPosition.getState().fix && permission !== 'prompt') return poll()
  watch()
  plan()
}

function watch() {
  unwatch()
  unwatch = watchPosition({ fix: onFix, trouble: onTrouble })
}

function rest() {
  clearTimeout(timer)
  clearTimeout(deferred)
  unwatch()
  unwatch = () => {}
}

function onFix(fix: Fix) {
  clearTimeout(deferred)
  const { fix: before } = useOwnPosition.getState()
  const wait_ms = before && fix.accuracy > before.accuracy / 2 ? before.at + least_ms - fix.at : 0
  if (wait_ms <= 0) publish(fix)
  else deferred = setTimeout(() => publish(fix), Math.min(wait_ms, least_ms))
}

/** A timeout of the watch is no error: the device may be still. */
function onTrouble(trouble: Trouble) {
  if (trouble !== 'timeout' || !useOwnPosition.getState().fix) fail(trouble)
}

async function poll() {
  clearTimeout(timer)
  if (asking || needs.size === 0) return
  if (permission === 'prompt' && !answered) return plan()
  asking = true
  // Chromium answers no request with a position that a watch already got, so the watch is stopped first.
  unwatch()
  try {
    // Alternates between precise and rough requests after a timeout: a rough position is better than none.
    publish(await askPosition({ precise: unanswered % 2 === 0 }))
  } catch (trouble) {
    fail(trouble as Trouble)
  }
  asking = false
  if (needs.size > 0 && !isFinal(useOwnPosition.getState().trouble)) watch()
}

function publish(fix: Fix) {
  clearTimeout(deferred)
  answered = true
  unanswered = 0
  useOwnPosition.setState({ fix, trouble: null })
  plan()
}

function fail(trouble: Trouble) {
  answered = true
  unanswered = trouble === 'timeout' ? unanswered + 1 : 0
  // Hidden pages get no position, so their timeouts are ignored.
  if (!document.hidden || trouble !== 'timeout') useOwnPosition.setState({ trouble })
  if (isFinal(trouble)) rest()
  else plan()
}

/** Errors that another request would not solve. */
const isFinal = (trouble: Trouble | null) => trouble !== null && trouble !== 'timeout' && trouble !== 'unavailable'

function plan() {
  clearTimeout(timer)
  const { trouble } = useOwnPosition.getState()
  if (needs.size === 0 || (answered && isFinal(trouble))) return
  const pace_ms = Math.min(...[...needs].map(({ every_ms }) => every_ms))
  timer = setTimeout(poll, trouble === 'timeout' ? Math.min(retry_ms, pace_ms) : pace_ms)
}

/** Registered once: permission changes outside the page, which may be hidden then. */
const listenForChanges = (() => {
  let listening = false
  return () => {
    if (listening) return
    listening = true
    const restart = () => needs.size > 0 && begin()
    document.addEventListener('visibilitychange', () => document.hidden || restart())
    watchPermission((state) => {
      permission = state
      if (state === 'granted' && useOwnPosition.getState().trouble === 'denied') restart()
    })
  }
})()

type Need = { every_ms: number }
type Own = {
  fix: Fix | null
  trouble: Trouble | null
  /** Counter of requests to show the position on the map. */
  shown: number
}
