import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scheme } from '#messages/palette.ts'
import { queryKeys } from '../../../core/queryKeys.ts'
import type { Basemap } from '../../../core/types.ts'
import type { BaseStyle } from './baseStyle.ts'
import { loadStyle, probeOf } from './loadStyle.ts'
import { basemapOf, mapSettings, withoutServer } from './mapSettings.ts'
import { useSelectedBasemap } from './selectedBasemap.ts'

/** Milliseconds before the built-in map is drawn in place of a style that is slow. */
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
  const { data, isError, isPending } = useQuery({
    queryKey: queryKeys.mapStyle(basemap.id, scheme, i18n.language),
    queryFn: ({ signal }) => loadStyle(basemap, { scheme, language: i18n.language, signal }),
    enabled: !waits && basemap.kind !== 'built_in',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // A file of this server may work offline, and another server without what the browser calls a network.
    networkMode: 'always',
    retry: 1,
    refetchInterval: ({ state }) => (state.status === 'error' ? delayOf(state.errorUpdateCount) : false),
  })
  const tiles = useFailedTiles(basemap, scheme)
  const late = useLate(isPending && basemap.kind !== 'built_in')

  const failed = basemap.kind !== 'built_in' && (isError || tiles.failed)
  const style = basemap.kind === 'built_in' || failed ? null : (data ?? null)
  return {
    basemap,
    style,
    failed,
    waits,
    // Below a file, which covers its region only.
    built_in: !waits && (basemap.kind === 'built_in' || failed || late || (style !== null && basemap.bounds !== null)),
    blocked: useBlocked(),
    onTilesFailed: tiles.onFailed,
  }
}

/** Whether the tiles have failed, until an address of the base map answers again. */
function useFailedTiles(basemap: Basemap, scheme: Scheme) {
  const [failures, setFailures] = useState({ id: '', count: 0, failed: false })
  const own = failures.id === basemap.id
  const failed = own && failures.failed
  useEffect(() => {
    if (!failed) return
    let timer: ReturnType<typeof setTimeout>
    const stop = new AbortController()
    const probe = async (attempt: number) => {
      clearTimeout(timer)
      const works = await answers(probeOf(basemap, scheme), stop.signal)
      if (stop.signal.aborted) return
      if (works) setFailures((before) => ({ ...before, failed: false }))
      else timer = setTimeout(probe, delayOf(attempt + 1), attempt + 1)
    }
    const now = () => void probe(failures.count)
    timer = setTimeout(now, delayOf(failures.count))
    addEventListener('online', now)
    return () => {
      stop.abort()
      clearTimeout(timer)
      removeEventListener('online', now)
    }
  }, [failed, failures.count, basemap, scheme])
  const onFailed = () => setFailures({ id: basemap.id, count: own ? failures.count + 1 : 1, failed: true })
  return { failed, onFailed }
}

/** Whether an address answers. One byte is enough, of servers that give parts. */
async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { signal, cache: 'no-store', headers: { range: 'bytes=0-0' } })
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
  /** Whether the selected one cannot be loaded. */
  failed: boolean
  /** Whether it is not known yet which one is selected. */
  waits: boolean
  /** Whether the built-in map is drawn, alone or below. */
  built_in: boolean
  /** Hosts that the page's content security policy does not permit: it is as old as the page. */
  blocked: string[]
  onTilesFailed: () => void
}
