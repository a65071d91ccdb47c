import { guarded, post } from '../../core/api.ts'

const key = 'ringfence.provider'

/** What the page remembers while the browser is at the provider: in this tab only. */
export type Begun = { keep: boolean; next: string | null; connects: boolean }

/** Sends the browser to the provider. It comes back to `ProviderSignInPage`. */
export async function goToProvider(path: 'user/signin/provider' | 'identity/connect', body: object, begun: Begun) {
  const { data } = await guarded(post<{ url: string }>(path, body))
  sessionStorage.setItem(key, JSON.stringify(begun))
  location.assign(data.url)
}

/** @returns what was remembered, once */
export function takeBegun(): Begun {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return text ? (JSON.parse(text) as Begun) : { keep: false, next: null, connects: false }
}
