import type { TFunction } from 'i18next'
import type { DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'
import { BadFile, type FileArea, readFile } from '../map/draw/file.ts'

/**
 * Imports areas from a selected or dropped file. Errors are shown as toasts.
 *
 * @param take receives the only area, and the name and the rule in the file
 * @param choose receives several areas, of which the person chooses
 */
export function useImport(take: (area: FileArea) => void, choose: (areas: FileArea[], file: string) => void) {
  const { t } = useTranslation()

  const read = async (file: File | undefined) => {
    if (!file) return
    try {
      const areas = await readFile(file)
      if (areas.length > 1) return choose(areas, file.name)
      take(areas[0]!)
      showSuccess(t('tracking:draw.imported', { file: file.name }))
    } catch (error) {
      showFailure(null, faultOf(t, error))
    }
  }
  const open = () => {
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      accept: '.geojson,.json,.kml,.kmz,.gpx,.zip,.shp',
    })
    input.onchange = () => read(input.files?.[0])
    input.click()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    read(event.dataTransfer.files[0])
  }
  return { open, drop }
}

/** Why a file, or an area of it, cannot be read. */
export function faultOf(t: TFunction, error: unknown): string {
  if (!(error instanceof BadFile)) return t('tracking:draw.file.unreadable')
  // Each message has values of its own, which i18next's types cannot express.
  return t(`tracking:draw.file.${error.reason}` as 'tracking:draw.file.large', error.values as { limit: number })
}
