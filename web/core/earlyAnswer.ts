/** Requests as usual; the trackers that `early.ts` has asked for are taken from there, once. */
export const fetchOrTake: typeof fetch = (input, init) => {
  const begun = window.ringfenceTrackers
  const headers = new Headers(init?.headers)
  if (!begun || begun.url !== input || begun.authorization !== headers.get('authorization')) return fetch(input, init)
  window.ringfenceTrackers = undefined
  return begun.answer
}
