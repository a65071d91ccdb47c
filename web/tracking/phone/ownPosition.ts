import { create } from 'zustand'
import { askPosition, type Fix, type Trouble, watchPosition } from './locate.ts'

/** Where this browser is. */
export const useOwnPosition = create<Own>(() => ({ fix: null, trouble: null, shown: 0 }))

/** A position is never older while it is only shown. */
export const showEvery_ms = 15_000
const retry_ms = 1000
/** More often is no use: receivers poll once a second. */
const least_ms = 900

const needs = new Set<Need>()
let timer: ReturnType<typeof setTimeout> | undefined
/** What has come too soon after the one before. */
let deferred: ReturnType<typeof setTimeout> | undefined
let asking = false
/** The browser has told something, so no question to the person is open. */
let answered = false
/** Questions in a row that had no answer in time. */
let unanswered = 0
let permission: PermissionState | null = null
let unwatch = () => {}

/**
 * Keeps the position fresh: a watch, which keeps the receiver going and so is quick and precise, and a question where the
 * watch has told nothing for so many milliseconds, by whoever needs it most often. @returns ends the need
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

/** Lets the map go to the own position, now or as soon as it is known. */
export function showOwnPosition() {
  useOwnPosition.setState(({ shown }) => ({ shown: shown + 1 }))
}

/** Whether the browser would publish without asking the person; calls back when that changes. @returns ends that */
export function watchPermission(on: (state: PermissionState | null) => void): () => void {
  let status: PermissionStatus | null = null
  const publish = () => on(status?.state ?? null)
  // Some browsers have geolocation and cannot be asked about it.
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

/** Anew where it has begun: a watch that was refused, or whose page was hidden, may publish nothing more. */
function begin() {
  answered = false
  // Where it is known already, whoever has come to need it wants it at once.
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

/** A watch that has told nothing new for long is no trouble: nothing may have moved. */
function onTrouble(trouble: Trouble) {
  if (trouble !== 'timeout' || !useOwnPosition.getState().fix) fail(trouble)
}

async function poll() {
  clearTimeout(timer)
  if (asking || needs.size === 0) return
  if (permission === 'prompt' && !answered) return plan()
  asking = true
  // Chromium answers nobody with what it has told a watch already.
  unwatch()
  try {
    // Where precise positions take long, a rough one is better than none.
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
  // Browsers publish a hidden page nothing, which is no trouble either.
  if (!document.hidden || trouble !== 'timeout') useOwnPosition.setState({ trouble })
  if (isFinal(trouble)) rest()
  else plan()
}

/** Asking again would ask the person again, or publish nothing else. */
const isFinal = (trouble: Trouble | null) => trouble !== null && trouble !== 'timeout' && trouble !== 'unavailable'

function plan() {
  clearTimeout(timer)
  const { trouble } = useOwnPosition.getState()
  if (needs.size === 0 || (answered && isFinal(trouble))) return
  const pace_ms = Math.min(...[...needs].map(({ every_ms }) => every_ms))
  timer = setTimeout(poll, trouble === 'timeout' ? Math.min(retry_ms, pace_ms) : pace_ms)
}

/** Once: whether it is allowed is set outside the page, which may be hidden meanwhile. */
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
  /** Counts how often the person has asked for it on the map. */
  shown: number
}
