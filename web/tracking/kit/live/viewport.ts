import { create } from 'zustand'
import type { Viewport } from '../../types.ts'

/** The live map's viewport; null without a map. */
export const useViewport = create<{ viewport: Viewport | null }>(() => ({ viewport: null }))

export function setViewport(viewport: Viewport | null) {
  useViewport.setState({ viewport })
}
