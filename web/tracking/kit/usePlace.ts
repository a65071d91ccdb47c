import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { afterTrackers } from './afterTrackers.ts'

type Geography = typeof import('./geography.ts')
let loaded: Geography | null = null
/** Milliseconds for which names of places wait for the trackers of the map. */
const longest = 4000

/**
 * The place of a position, from the nearest town, in the user's language and units: `4 km NE of Albany`. Null while
 * the towns are being loaded.
 */
export function usePlace(): (position: number[] | undefined) => string | null {
  const { t } = useTranslation()
  const { units } = usePreferences()
  const [geography, setGeography] = useState(loaded)
  useEffect(() => {
    let unmounted = false
    // Without them, after a failure, places are missing until the next page.
    if (!loaded) load().then(() => !unmounted && setGeography(loaded), console.warn)
    return () => {
      unmounted = true
    }
  }, [])
  return useCallback(
    (position) => {
      const [lon, lat] = position ?? []
      if (!geography || lon === undefined || lat === undefined) return null
      return geography.describePlace(geography.placeOf({ lon, lat }), units, (parts) => t('tracking:place.away', parts))
    },
    [geography, units, t],
  )
}

async function load(): Promise<void> {
  await afterTrackers(longest)
  loaded = await import('./geography.ts')
}
