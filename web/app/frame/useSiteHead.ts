import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { backendBase } from '../../core/backend/backend.ts'
import { useSession } from '../../core/session.ts'
import { useWebsite } from '../../core/website.ts'

/** Adds the icon of the website settings to the page and, on signed-out pages only, its analytics script. */
export function useSiteHead() {
  const { data } = useWebsite()
  const status = useSession((session) => session.status)
  const { pathname, search } = useLocation()
  const favicon_url = data?.favicon_url ?? null
  const key = data?.analytics_key ?? null

  useEffect(() => showIcon(favicon_url), [favicon_url])
  useEffect(() => {
    // Once it runs it cannot be stopped, so pages of people who have signed in begin without it.
    if (status === 'in' && isLoaded() && !isSignIn(pathname)) return location.reload()
    if (status === 'out' && key && mayCount(pathname, search)) load(key)
  }, [status, key, pathname, search])
}

function showIcon(url: string | null) {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!icon || (url === null && !builtIn)) return
  builtIn ??= { href: icon.href, type: icon.type }
  // An organisation's is at the installation that people have signed in to.
  icon.href = url?.startsWith('/') ? backendBase() + url : (url ?? builtIn.href)
  // The browser finds out what the file is.
  if (url) icon.removeAttribute('type')
  else icon.type = builtIn.type
}
let builtIn: { href: string; type: string } | null = null

/** Not where people have asked not to be tracked, nor on pages whose address is a secret: shared links and mailed ones. */
function mayCount(pathname: string, search: string): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (doNotTrack === '1' || globalPrivacyControl) return false
  return !pathname.startsWith('/app/share/') && !new URLSearchParams(search).has('token')
}

/** @param key the address of a script, or an ID of Google Analytics */
function load(key: string) {
  if (isLoaded()) return
  const src = key.startsWith('https://') ? key : beginGoogle(key)
  const script = Object.assign(document.createElement('script'), { id, src, defer: true })
  script.dataset.domain = location.hostname
  document.head.append(script)
}

/** What Google's guide has in an inline script, which the content security policy forbids. @returns the tag's address */
function beginGoogle(id: string): string {
  const page = window as typeof window & { dataLayer?: IArguments[] }
  page.dataLayer ??= []
  const { dataLayer } = page
  // The tag tells commands from other entries by their being `arguments`.
  function gtag(..._command: unknown[]) {
    // biome-ignore lint/complexity/noArguments: as above
    dataLayer.push(arguments)
  }
  gtag('js', new Date())
  gtag('config', id)
  return `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
}

const id = 'analytics'
const isLoaded = () => document.getElementById(id) !== null
const isSignIn = (pathname: string) => pathname === '/' || pathname === '/app/signin'
