import { useMediaQuery } from '@mantine/hooks'
import { type ComponentProps, type Dispatch, type DragEvent, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneWidth } from '../../kit/theme/theme.ts'
import { BottomSheet } from '../../kit/ui/BottomSheet.tsx'
import { useMovable } from '../../kit/ui/useMovable.tsx'
import { type Box, boxAround } from '../map/camera/fit.ts'
import type { Action, Draft } from '../map/draw/draft.ts'
import { closed } from '../map/draw/shape.ts'
import type { Shape } from '../map/draw/types.ts'
import classes from './BoundaryEditor.module.css'
import { DrawTools } from './DrawTools.tsx'
import { useDrawKeys } from './useDrawKeys.ts'

const DrawMap = lazy(() => import('./DrawMap.tsx'))

/** Map for drawing, and a form beside it (below it on a phone). */
export function DrawLayout({ label, draft, dispatch, form, onImport, onDrop, map }: Props) {
  const phone = useMediaQuery(phoneWidth, undefined, { getInitialValueInEffect: false })
  useDrawKeys(dispatch)
  // The same form instance, beside the map on a desktop and in the sheet on a phone.
  const movable = useMovable(form)
  const tools = <DrawTools draft={draft} dispatch={dispatch} onImport={onImport} />
  return (
    <div className={classes.page}>
      {!phone && <aside className={classes.form}>{movable.place}</aside>}
      <main className={classes.main}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shorter way to the button */}
        <div className={classes.map} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
          <Suspense>
            <DrawMap draft={draft} dispatch={dispatch} {...map} />
          </Suspense>
          {phone ? <Sheet label={label}>{movable.place}</Sheet> : <div className={classes.top}>{tools}</div>}
        </div>
        {phone && tools}
      </main>
      {movable.content}
    </div>
  )
}

function Sheet({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <BottomSheet label={t('tracking:fleet.resize')} initial={0}>
      <section className={classes.sheet} aria-label={label}>
        {children}
      </section>
    </BottomSheet>
  )
}

export function boxOf(shape: Shape | null): Box | null {
  return shape && boxAround(closed(shape).flat(2))
}

type Props = {
  /** Of the form. */
  label: string
  draft: Draft
  dispatch: Dispatch<Action>
  form: ReactNode
  onImport: ComponentProps<typeof DrawTools>['onImport']
  onDrop: (event: DragEvent) => void
  map: Pick<ComponentProps<typeof DrawMap>, 'focus' | 'without' | 'places' | 'placesAre'>
}
