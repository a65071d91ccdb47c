import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryKeys } from '../../../core/queryKeys.ts'
import { useSession } from '../../../core/session.ts'
import { useAdministers } from '../../../core/useAdministers.ts'
import { useAction } from '../../../kit/actions/useAction.ts'
import { showFailure } from '../../../kit/ui/showToast.ts'
import { api } from '../../api.ts'
import { boundariesOf } from '../../kit/queries.ts'
import type { FileArea } from '../../map/draw/file.ts'
import { toBody } from '../../map/draw/shape.ts'
import { simplifyShape, useBoundaryLimit } from '../simplifying.ts'
import { countPositions, type ImportRow, isUsable, keyOf, marksOf, partsOf, rowsOf } from './rows.ts'

/** The rows of a file, and what is done with them. `rows` is null until the existing names are known. */
export function useImportRows(areas: FileArea[]) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const queries = useQueryClient()
  const limit = useBoundaryLimit(organisation_id)
  const existing = useExisting(organisation_id)
  const [rows, setRows] = useState<ImportRow[] | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (existing && limit !== null) setRows((now) => now ?? rowsOf(areas, limit, existing))
  }, [areas, existing, limit])

  const change = (key: number, changes: Partial<ImportRow>) =>
    setRows((now) => now?.map((row) => (row.key === key ? { ...row, ...changes } : row)) ?? null)
  const marks = useMemo(() => (rows && existing ? marksOf(rows, existing) : []), [rows, existing])
  const ready = (rows ?? []).filter((row) => row.selected && !marks[row.key] && isUsable(row, limit ?? 0))

  const { run } = useAction({ failed: t('tracking:import.failed') })
  const simplify = (row: ImportRow) =>
    run(async () => {
      const { shape, error_m } = await simplifyShape(organisation_id, row.shape!)
      change(row.key, { shape, error_m, positions: countPositions(shape), selected: true })
    })

  /** @returns whether all were created */
  const create = async (settings: object): Promise<boolean> => {
    setBusy(true)
    let refused = 0
    try {
      for (const part of partsOf(ready)) {
        const boundaries = part.map(({ name, rule, shape }) => ({
          name: name.trim(),
          ...toBody(shape!),
          ...(rule && { rule }),
        }))
        const results = await api.importBoundaries({ organisation_id, ...settings, boundaries })
        for (const [i, { id, refused: why }] of results.entries()) {
          change(part[i]!.key, { result: { id, message: why?.message ?? null }, selected: id === null })
          if (why) refused++
        }
      }
      return refused === 0
    } catch (error) {
      showFailure(error, t('tracking:import.failed'))
      return false
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: queryKeys.rows('boundary') })
    }
  }
  return { rows, marks, ready, limit, busy, change, setRows, simplify, create }
}

/** The names that the owner of new boundaries has: the organisation where an administrator imports, else the person. */
function useExisting(organisation_id: number): ReadonlySet<string> | null {
  const { data } = useQuery(boundariesOf(organisation_id))
  const user_id = useSession((session) => session.user?.id)
  const administers = useAdministers(organisation_id)
  return useMemo(() => {
    if (!data) return null
    const owner = administers ? null : (user_id ?? null)
    return new Set(data.filter((row) => row.owner_user_id === owner).map(({ name }) => keyOf(name)))
  }, [data, administers, user_id])
}
