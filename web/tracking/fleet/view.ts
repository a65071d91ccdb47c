import { create } from 'zustand'
import type { View } from '../../core/types.ts'

/** Where the live map looks; null until there is one. */
export const useView = create<{ view: View | null }>(() => ({ view: null }))

export function setView(view: View | null) {
  useView.setState({ view })
}
