import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Dropped, readDropped } from '../upload/dropped.ts'
import { isOfDesktop } from './dragging.ts'
import classes from './Files.module.css'

/** Takes files and folders of the desktop that are dropped on a list. */
export function DropZone({ enabled, put, children }: Props) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  useEffect(guardPage, [])
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!isOfDesktop(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = enabled ? 'copy' : 'none'
      setOver(enabled)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!isOfDesktop(event)) return
      // Otherwise the browser opens the file in place of the page.
      event.preventDefault()
      setOver(false)
      const { dataTransfer } = event
      if (!enabled) return
      const dropped = readDropped(dataTransfer)
      put(() => dropped)
    },
  }
  return (
    <div className={classes.zone} {...handlers}>
      {children}
      {isOver && (
        <div className={classes.over} aria-hidden="true">
          <IconUpload size={32} />
          {t('files:upload.dropHere')}
        </div>
      )}
    </div>
  )
}

/** What is dropped beside the list would be opened by the browser, in place of the page and its uploads. */
function guardPage() {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
  return () => {
    removeEventListener('dragover', refuse)
    removeEventListener('drop', refuse)
  }
}

type Props = { enabled: boolean; put: (read: () => Promise<Dropped[]>) => void; children: ReactNode }
