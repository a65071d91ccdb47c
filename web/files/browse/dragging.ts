import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../kit/actions/useAction.ts'
import { moveFiles } from '../actions/moveFiles.ts'
import type { StoredFile } from '../types.ts'

/** Marks what is dragged as files of this page, apart from files of the desktop. */
const TYPE = 'application/x-ringfence-files'
/** Browsers hide what is dragged until it is dropped. */
let dragged: StoredFile[] = []

export const isOurs = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(TYPE)
export const isOfDesktop = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

export function drag(event: DragEvent, files: StoredFile[]): void {
  dragged = files
  event.dataTransfer.setData(TYPE, 'files')
  event.dataTransfer.effectAllowed = 'move'
}

/** Moves dragged files into a folder they are dropped on. @param id null is the organisation's root */
export function useMoveOver(id: number | null, enabled: boolean) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const { run } = useAction()
  if (!enabled) return { isOver: false, handlers: {} }
  const accepts = (event: DragEvent) => isOurs(event) && !dragged.some((file) => file.id === id)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!accepts(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!accepts(event)) return
      event.preventDefault()
      run(() => moveFiles(dragged, id), t('files:moved'))
    },
  }
  return { isOver, handlers }
}
