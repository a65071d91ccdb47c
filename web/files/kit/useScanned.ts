import { useEffect } from 'react'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import type { StoredFile } from '../types.ts'

const EVERY_MS = 3000

/** Reads files again while one of them waits for the virus scan, which takes some seconds. */
export function useScanned(files: Pick<StoredFile, 'id' | 'scan_state'>[]): void {
  const waiting = files.filter(({ scan_state }) => scan_state === 'waiting').map(({ id }) => id)
  const key = waiting.join(',')
  useEffect(() => {
    if (key === '') return
    const timer = setInterval(() => {
      for (const id of key.split(',')) queries.invalidateQueries({ queryKey: queryKeys.record('file', Number(id)) })
      queries.invalidateQueries({ queryKey: queryKeys.rows('file') })
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [key])
}
