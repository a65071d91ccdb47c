import type { ComponentType } from 'react'
import type { TextDomain } from '../../core/i18n.ts'
import type { Feature } from '../../core/types.ts'

/** Pages by their paths. */
export type Pages = Record<string, PageEntry>

export type PageEntry = {
  texts: readonly TextDomain[]
  load: () => Promise<ComponentType>
  /** What the organisation must have; otherwise the page says that it is switched off. */
  feature?: Feature
}
