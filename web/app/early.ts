// Runs while the page's scripts are loaded, which takes a second on a slow network: renews the session of this browser,
// which they would ask for first, and begins what the first page of a fleet waits for. The build makes a file of its own
// of it, without imports.

const token = localStorage.getItem('ringfence.token')
// A link signs in otherwise, and another region's installation is asked by the scripts.
const own = !localStorage.getItem('ringfence.backend') && !/\/(token|signin|invitation|share)\b/.test(location.pathname)
/** Milliseconds that what was begun waits for the page. */
const untakenFor = 10_000

// Where the others came first, they have begun it.
if (token && own && !('ringfenceRenewal' in window)) {
  const answer = fetch('/api/v1/user/signin', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  // Null where it failed: it is tried as usual then, which says why.
  const renewed = answer.then(readBody).catch(() => null)
  window.ringfenceRenewal = { token, answer: renewed }
  if (/^\/app\/(home|map)$/.test(location.pathname)) renewed.then(beginFleet)
}

async function readBody(answer: Response): Promise<{ data: Renewed } | null> {
  const body = await answer.json()
  return answer.ok ? body : null
}

/** Asks for the trackers of the organisation that will be shown, and connects for their positions. */
function beginFleet(body: { data: Renewed } | null): void {
  if (!body) return
  const { user, token } = body.data
  const { memberships } = user
  const preferred = Number(localStorage.getItem('ringfence.organisation'))
  const shown = memberships.find(({ organisation_id }) => organisation_id === preferred) ?? memberships[0]
  // Until then the server answers nothing else.
  const blocked = user.second_factor_required || user.password_change_required
  if (blocked || !shown?.features.includes('tracking')) return
  const url = `/api/v1/trackers?organisation_id=${shown.organisation_id}&sort=name&limit=100`
  const authorization = `Bearer ${token}`
  const answer = fetch(url, { headers: { authorization } })
  answer.catch(() => {}) // it is asked for again then, which says why
  window.ringfenceTrackers = { url, authorization, answer }
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const received: MessageEvent[] = []
  socket.onmessage = (message) => received.push(message)
  window.ringfenceSocket = { socket, received }
  setTimeout(() => {
    window.ringfenceTrackers = undefined
    window.ringfenceSocket?.socket.close()
    window.ringfenceSocket = undefined
  }, untakenFor)
}

export {}

type Renewed = {
  token: string
  user: {
    memberships: { organisation_id: number; features: string[] }[]
    second_factor_required: boolean
    password_change_required: boolean
  }
}

declare global {
  interface Window {
    /** Each is undefined once it was taken, or is not wanted any more. */
    ringfenceRenewal?: { token: string; answer: Promise<object | null> } | undefined
    ringfenceTrackers?: { url: string; authorization: string; answer: Promise<Response> } | undefined
    /** With what it has received until it is taken. */
    ringfenceSocket?: { socket: WebSocket; received: MessageEvent[] } | undefined
  }
}
