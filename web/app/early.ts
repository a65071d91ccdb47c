// Runs while the page's scripts are loaded, which takes a second on a slow network: renews the session of this browser,
// which they would ask for first. The build makes a file of its own of it, without imports.

const token = localStorage.getItem('ringfence.token')
// A link signs in otherwise, and another region's installation is asked by the scripts.
const own = !localStorage.getItem('ringfence.backend') && !/\/(token|signin|invitation|share)\b/.test(location.pathname)
// Where the others came first, they have begun it.
if (token && own && !('ringfenceRenewal' in window)) {
  const answer = fetch('/api/v1/user/signin', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  // Null where it failed: it is tried as usual then, which says why.
  window.ringfenceRenewal = { token, answer: answer.then(readBody).catch(() => null) }
}

async function readBody(answer: Response): Promise<object | null> {
  const body = await answer.json()
  return answer.ok ? body : null
}

export {}

declare global {
  interface Window {
    /** Undefined once it was taken, or is not wanted any more. */
    ringfenceRenewal?: { token: string; answer: Promise<object | null> } | undefined
  }
}
