import type { FeatureCollection } from 'geojson'
import { useEffect, useState } from 'react'
import { afterTrackers } from '../../kit/afterTrackers.ts'

/** Milliseconds for which the names of towns wait for the trackers. */
const longest = 2500
const none: FeatureCollection = { type: 'FeatureCollection', features: [] }
let loaded: FeatureCollection | null = null

/** The towns, which are loaded after the trackers. */
export function useTowns(): FeatureCollection {
  const [towns, setTowns] = useState(loaded ?? none)
  useEffect(() => {
    let unmounted = false
    if (!loaded) load().then(() => !unmounted && setTowns(loaded ?? none), console.warn)
    return () => {
      unmounted = true
    }
  }, [])
  return towns
}

async function load(): Promise<void> {
  await afterTrackers(longest)
  loaded = (await import('../../kit/geography.ts')).towns
}
