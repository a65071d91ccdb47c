import { create } from 'zustand'
import { paths } from './paths.ts'

/** Where the person is, and where they came from. */
export const useVisited = create<Visited>(() => ({ previous: null, current: null }))

// One is sent there from a page that there is nothing to see on, which is then no place to go back to.
const deadEnds = ['/404', paths.forbidden()]

/** Signing in is not a place that one goes back to either. */
export function visit(path: string) {
  if (/^\/(app\/sign(in|out))?(\?|$)/.test(path)) return
  const { current, previous } = useVisited.getState()
  if (path === current) return
  useVisited.setState({ previous: deadEnds.includes(path) ? previous : current, current: path })
}

type Visited = { previous: string | null; current: string | null }
