/** Where to go after signing in: a path of ours, never another site. */
export function nextPath(next: string | null): string {
  if (!next?.startsWith('/')) return '/app/map'
  const url = new URL(next, location.origin)
  const ours = url.origin === location.origin && url.pathname !== '/' && url.pathname !== '/app/signin'
  return ours ? url.pathname + url.search : '/app/map'
}
