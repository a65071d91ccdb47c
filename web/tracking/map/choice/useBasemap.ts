import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scheme } from '#messages/palette.ts'
import { keys } from '../../keys.ts'
import type { Basemap } from '../../types.ts'
import type { BaseStyle } from './baseStyle.ts'
import { loadStyle, probeOf, timeout } from './loadStyle.ts'
import { basemapOf, mapSettings, withoutServer } from './mapSettings.ts'
import { useSelectedBasemap } from './selectedBasemap.ts'

/** Milliseconds before the built-in map is drawn below a base map that is slow. */
const slow = 2000
/** Milliseconds between attempts while a base map does not work: doubled each time, up to the second. */
const retries = [10_000, 300_000] as const

/**
 * The selected base map. While its style or its tiles cannot be loaded, the built-in map is drawn, and it is tried
 * again until it works.
 */
export function useBasemap(scheme: Scheme): DrawnBasemap {
  const { i18n } = useTranslation()
  const settings = useQuery(mapSettings)
  const selected = useSelectedBasemap((state) => state.id)
  const waits = settings.isPending && settings.fetchStatus !== 'paused'
  const basemap = basemapOf(settings.data ?? withoutServer, selected)
  const { data, isError, isPending, isPlaceholderData, errorUpdateCount } = useQuery({
    queryKey: keys.mapStyle(basemap.id, scheme, i18n.language),
    queryFn: ({ signal }) => loadStyle(basemap, { scheme, language: i18n.language, signal }),
    enabled: !waits && basemap.kind !== 'built_in',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // A file of this server may work offline, and another server without what the browser calls a network.
    networkMode: 'always',
    retry: 1,
    refetchInterval: ({ state }) => (state.status === 'error' ? delayOf(state.errorUpdateCount) : false),
  })
  const tiles = useTiles(basemap, scheme)
  const is_built_in = basemap.kind === 'built_in'
  const late = useLate(!is_built_in && tiles.state !== 'work')

  // A new attempt is no success: the style has failed until it was loaded, the tiles until one was.
  const style_failed = isError || (errorUpdateCount > 0 && (isPending || isPlaceholderData))
  const style = is_built_in || style_failed || tiles.state === 'failed' ? null : (data ?? null)
  const tried_again = tiles.state !== 'work' && (tiles.count > 0 || errorUpdateCount > 0)
  const covers_part = style !== null && basemap.bounds !== null
  return {
    basemap,
    style,
    failed: !is_built_in && (style_failed || (tiles.state !== 'work' && tiles.count > 0)),
    waits,
    built_in: !waits && (is_built_in || style_failed || tried_again || late || covers_part),
    blocked: useBlocked(),
    onTilesFailed: tiles.onFailed,
    onTilesLoaded: tiles.onLoaded,
  }
}

/** Whether tiles have arrived, or have failed, which ends when the base map is tried again: an address of it answers. */
function useTiles(basemap: Basemap, scheme: Scheme) {
  const queries = useQueryClient()
  const [last, setTiles] = useState<Tiles>({ id: '', count: 0, state: 'tried' })
  const tiles: Tiles = last.id === basemap.id ? last : { id: basemap.id, count: 0, state: 'tried' }
  const { state, count } = tiles
  useEffect(() => {
    if (state !== 'failed') return
    let timer: ReturnType<typeof setTimeout>
    const stop = new AbortController()
    const probe = async (attempt: number) => {
      clearTimeout(timer)
      const works = await answers(probeOf(basemap, scheme), stop.signal)
      if (stop.signal.aborted) return
      if (works) {
        // What was read before the failure may be out of date.
        await queries.refetchQueries({ queryKey: keys.mapStyles(basemap.id), type: 'active' })
        setTiles((before) => ({ ...before, state: 'tried' }))
      } else timer = setTimeout(probe, delayOf(attempt + 1), attempt + 1)
    }
    const now = () => void probe(count)
    timer = setTimeout(now, delayOf(count))
    addEventListener('online', now)
    return () => {
      stop.abort()
      clearTimeout(timer)
      removeEventListener('online', now)
    }
  }, [state, count, basemap, scheme, queries])
  const onFailed = () => setTiles({ id: basemap.id, count: count + 1, state: 'failed' })
  const onLoaded = () => {
    if (state === 'tried') setTiles({ id: basemap.id, count: 0, state: 'work' })
  }
  return { state, count, onFailed, onLoaded }
}

/** `count`: failures since a tile arrived. */
type Tiles = { id: string; count: number; state: 'tried' | 'failed' | 'work' }

/** Whether an address answers. This server gives parts of its file only; for others a Range might need their consent. */
async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const headers = url.startsWith('/') ? { range: 'bytes=0-0' } : undefined
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
    const { ok } = await fetch(url, { signal: limited, cache: 'no-store', ...(headers && { headers }) })
    return ok
  } catch {
    return false
  }
}

function delayOf(attempt: number): number {
  return Math.min(retries[0] * 2 ** (attempt - 1), retries[1])
}

/** Hosts that the page tried to load from in vain. */
function useBlocked(): string[] {
  const [hosts, setHosts] = useState<string[]>([])
  useEffect(() => {
    const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      const host = URL.canParse(blockedURI) ? new URL(blockedURI).host : ''
      if (host) setHosts((before) => (before.includes(host) ? before : [...before, host]))
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [])
  return hosts
}

/** Whether something has been waited for longer than a moment. */
function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(setLate, slow, true)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  return waiting && late
}

export type DrawnBasemap = {
  /** The selected one. */
  basemap: Basemap
  /** Null while the built-in map is drawn alone. */
  style: BaseStyle | null
  /** Whether the selected one could not be loaded, until it was. */
  failed: boolean
  /** Whether it is not known yet which one is selected. */
  waits: boolean
  /** Whether the built-in map is drawn, alone or below. */
  built_in: boolean
  /** Hosts that the page's content security policy does not permit: it is as old as the page. */
  blocked: string[]
  onTilesFailed: () => void
  onTilesLoaded: () => void
}
