import { DirectionContext } from '@mantine/core'
import i18next from 'i18next'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { directionOf } from '#messages/languages.ts'

/** Tells Mantine's components the direction of the language that is spoken. */
export function Direction({ children }: { children: ReactNode }) {
  const dir = useSyncExternalStore(watch, () => directionOf(i18next.language))
  const value = useMemo(() => ({ dir, setDirection: ignore, toggleDirection: ignore }), [dir])
  return <DirectionContext.Provider value={value}>{children}</DirectionContext.Provider>
}

function watch(onChange: () => void) {
  i18next.on('languageChanged', onChange)
  return () => i18next.off('languageChanged', onChange)
}

/** It follows the language, and is not set by itself. */
const ignore = () => {}
