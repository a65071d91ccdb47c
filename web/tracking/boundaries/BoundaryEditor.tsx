import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneWidth } from '../../kit/theme/theme.ts'
import { BottomSheet } from '../../kit/ui/BottomSheet.tsx'
import { UnsavedChanges } from '../../kit/ui/UnsavedChanges.tsx'
import { useMovable } from '../../kit/ui/useMovable.tsx'
import { type Box, boxAround } from '../map/camera/fit.ts'
import { emptyDraft, step } from '../map/draw/draft.ts'
import { asOne, type FileArea } from '../map/draw/file.ts'
import { closed, shapeOf } from '../map/draw/shape.ts'
import type { Shape } from '../map/draw/types.ts'
import type { Boundary } from '../types.ts'
import classes from './BoundaryEditor.module.css'
import { BoundaryForm } from './BoundaryForm.tsx'
import { DrawTools } from './DrawTools.tsx'
import type { Places } from './rehearsal/Rehearsal.tsx'
import { SimplifyOffer } from './SimplifyOffer.tsx'
import { useDrawKeys } from './useDrawKeys.ts'
import { useImport } from './useImport.ts'

const DrawMap = lazy(() => import('./DrawMap.tsx'))
const ImportDialog = lazy(() => import('./import/ImportDialog.tsx'))

/** Map for drawing, and a form beside it (below it on a phone). */
export function BoundaryEditor({ boundary }: { boundary: Boundary | null }) {
  const phone = useMediaQuery(phoneWidth, undefined, { getInitialValueInEffect: false })
  const stored = useMemo(() => boundary && shapeOf(boundary), [boundary])
  const [draft, dispatch] = useReducer(step, { ...emptyDraft, shape: stored })
  const [typed, setTyped] = useState(false)
  const [name, setName] = useState<string | null>(null)
  const [rule, setRule] = useState<Boundary['rule'] | null>(null)
  const [focus, setFocus] = useState<Box | null>(() => boxOf(stored))
  const [places, setPlaces] = useState<Places>([])
  const free = useRef(false)
  const redrawn = draft.shape !== stored
  useDrawKeys(dispatch)
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

  // The same form instance, beside the map on a desktop and in the sheet on a phone.
  const form = useMovable(
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
    </>,
  )
  const tools = <DrawTools draft={draft} dispatch={dispatch} onImport={open} />
  return (
    <div className={classes.page}>
      <UnsavedChanges changed={typed || redrawn || draft.sketch !== null} free={free} />
      {!phone && <aside className={classes.form}>{form.place}</aside>}
      <main className={classes.main}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shorter way to the button */}
        <div className={classes.map} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <Suspense>
            <DrawMap draft={draft} dispatch={dispatch} focus={focus} without={boundary?.id ?? null} places={places} />
          </Suspense>
          {phone ? <Sheet>{form.place}</Sheet> : <div className={classes.top}>{tools}</div>}
        </div>
        {phone && tools}
      </main>
      {form.content}
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
    </div>
  )
}

function Sheet({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <BottomSheet label={t('tracking:fleet.resize')} initial={0}>
      <section className={classes.sheet} aria-label={t('tracking:boundaries.form')}>
        {children}
      </section>
    </BottomSheet>
  )
}

function boxOf(shape: Shape | null): Box | null {
  return shape && boxAround(closed(shape).flat(2))
}
