import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../core/session.ts'
import { website } from '../../core/website.ts'

/** Adds the icon of the website settings to the page and, on signed-out pages only, its analytics script. */
export function useSiteHead() {
  const { data } = useQuery(website)
  const status = useSession((session) => session.status)
  const { pathname, search } = useLocation()
  const favicon_url = data?.favicon_url ?? null
  const script = data?.analytics_key ?? null

  useEffect(() => showIcon(favicon_url), [favicon_url])
  useEffect(() => {
    // Once it runs it cannot be stopped, so pages of people who have signed in begin without it.
    if (status === 'in' && isLoaded() && !isSignIn(pathname)) return location.reload()
    if (status === 'out' && script && mayCount(pathname, search)) load(script)
  }, [status, script, pathname, search])
}

function showIcon(url: string | null) {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!icon || (url === null && !builtIn)) return
  builtIn ??= { href: icon.href, type: icon.type }
  icon.href = url ?? builtIn.href
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

function load(src: string) {
  if (isLoaded()) return
  const script = Object.assign(document.createElement('script'), { id, src, defer: true })
  script.dataset.domain = location.hostname
  document.head.append(script)
}
const id = 'analytics'
const isLoaded = () => document.getElementById(id) !== null
const isSignIn = (pathname: string) => pathname === '/' || pathname === '/app/signin'
