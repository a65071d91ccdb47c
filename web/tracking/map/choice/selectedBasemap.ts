import { create } from 'zustand'

const key = 'ringfence.basemap'

/** The base map selected in this browser; null: the installation's default. */
export const useSelectedBasemap = create<{ id: string | null }>(() => ({ id: localStorage.getItem(key) }))

export function selectBasemap(id: string) {
  useSelectedBasemap.setState({ id })
  localStorage.setItem(key, id)
}
