import type { TFunction } from 'i18next'
import type { DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Boundary } from '../../core/types.ts'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'
import { BadFile, readFile } from '../map/draw/file.ts'
import type { Shape } from '../map/draw/types.ts'

/**
 * Imports areas from a selected or dropped file. Errors are shown as toasts.
 *
 * @param take receives the area, and the name and the rule in the file
 */
export function useImport(take: (shape: Shape, name: string | null, rule: Boundary['rule'] | null) => void) {
  const { t } = useTranslation()

  const read = async (file: File | undefined) => {
    if (!file) return
    try {
      const area = await readFile(file)
      take(area.shape, area.name, area.rule)
      showSuccess(t('tracking:draw.imported', { file: file.name }))
    } catch (error) {
      showFailure(null, sentence(t, error))
    }
  }
  const open = () => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept: '.geojson,.json,.kml,.gpx' })
    input.onchange = () => read(input.files?.[0])
    input.click()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    read(event.dataTransfer.files[0])
  }
  return { open, drop }
}

function sentence(t: TFunction, error: unknown): string {
  if (!(error instanceof BadFile)) return t('tracking:draw.file.unreadable')
  // Each message has values of its own, which i18next's types cannot express.
  return t(`tracking:draw.file.${error.reason}` as 'tracking:draw.file.large', error.values as { limit: number })
}
