import { lazy, Suspense, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { UnsavedChanges } from '../../kit/ui/UnsavedChanges.tsx'
import type { Box } from '../map/camera/fit.ts'
import { emptyDraft, step } from '../map/draw/draft.ts'
import { asOne, type FileArea } from '../map/draw/file.ts'
import { shapeOf } from '../map/draw/shape.ts'
import type { Shape } from '../map/draw/types.ts'
import type { Boundary } from '../types.ts'
import { BoundaryForm } from './BoundaryForm.tsx'
import { boxOf, DrawLayout } from './DrawLayout.tsx'
import type { Places } from './rehearsal/Rehearsal.tsx'
import { SimplifyOffer } from './SimplifyOffer.tsx'
import { useImport } from './useImport.ts'

const ImportDialog = lazy(() => import('./import/ImportDialog.tsx'))

/** Draws a boundary. A new one may come with the area that was drawn elsewhere. */
export function BoundaryEditor({ boundary }: { boundary: Boundary | null }) {
  const { t } = useTranslation()
  const begun = useLocation().state as DrawnArea | null
  const drawn = begun?.shape ?? null
  const stored = useMemo(() => boundary && shapeOf(boundary), [boundary])
  const [draft, dispatch] = useReducer(step, { ...emptyDraft, shape: stored ?? drawn })
  const [typed, setTyped] = useState(false)
  const [name, setName] = useState<string | null>(begun?.name ?? null)
  const [rule, setRule] = useState<Boundary['rule'] | null>(null)
  const [focus, setFocus] = useState<Box | null>(() => boxOf(draft.shape))
  const [places, setPlaces] = useState<Places>([])
  const free = useRef(false)
  const redrawn = draft.shape !== stored
  const [several, setSeveral] = useState<{ areas: FileArea[]; file: string } | null>(null)
  const take = ({ shape, name: called, rule: ruled }: Pick<FileArea, 'shape' | 'name' | 'rule'>) => {
    if (!shape) return
    dispatch({ type: 'add', shape })
    setFocus(boxOf(shape))
    // Imported names do not replace typed ones.
    if (!typed) setName(called)
    if (ruled) setRule(ruled)
  }
  const { open, drop } = useImport(take, (areas, file) => setSeveral({ areas, file }))

  // After saving, shows the shape as the server stored it.
  const loaded = useRef(stored)
  useEffect(() => {
    if (loaded.current !== stored) dispatch({ type: 'load', shape: stored })
    loaded.current = stored
  }, [stored])

  const form = (
    <>
      <SimplifyOffer shape={draft.shape} take={(shape) => dispatch({ type: 'replace', shape })} />
      <BoundaryForm
        key={`${boundary?.modified_at} ${name}`}
        boundary={boundary}
        name={name}
        rule={rule}
        shape={draft.shape}
        redrawn={redrawn}
        onChanged={setTyped}
        onPlaces={setPlaces}
        free={free}
      />
    </>
  )
  return (
    <>
      <UnsavedChanges changed={typed || redrawn || draft.sketch !== null} free={free} />
      <DrawLayout
        label={t('tracking:boundaries.form')}
        draft={draft}
        dispatch={dispatch}
        form={form}
        onImport={open}
        onDrop={drop}
        map={{ focus, without: boundary?.id ?? null, places }}
      />
      {several && (
        <Suspense>
          <ImportDialog
            {...several}
            close={() => setSeveral(null)}
            takeAsOne={() => {
              take({ shape: asOne(several.areas), name: null, rule: null })
              setSeveral(null)
            }}
            free={free}
          />
        </Suspense>
      )}
    </>
  )
}

/** What the page is opened with to save an area as a boundary. */
export type DrawnArea = { shape: Shape; name?: string }
