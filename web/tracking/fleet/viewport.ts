import { create } from 'zustand'
import type { Viewport } from '../../core/types.ts'

/** Where the live map looks; null until there is one. */
export const useViewport = create<{ viewport: Viewport | null }>(() => ({ viewport: null }))

export function setViewport(viewport: Viewport | null) {
  useViewport.setState({ viewport })
}
