import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../../../core/queries.ts'
import { queryKeys } from '../../../core/queryKeys.ts'
import { toSize } from '../../format/size.ts'
import { refusalOf } from '../useSending.ts'
import { acceptedNames, isAccepted } from './rules.ts'

/** Uploads one file at a time. Another file, `cancel` and leaving the page end the upload that is running. */
export function useUpload(upload: Upload, onUploaded: (id: number) => void, onBusy: (busy: boolean) => void) {
  const { t } = useTranslation()
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const running = useRef<AbortController>(undefined)
  const abort = useCallback(() => {
    running.current?.abort()
    running.current = undefined
  }, [])
  useEffect(() => abort, [abort])
  const isUploading = state.step === 'uploading'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a parent may pass another function at each render
  useEffect(() => {
    onBusy(isUploading)
    return () => onBusy(false)
  }, [isUploading])

  async function start(file: File) {
    abort()
    const { accept, max_bytes } = upload
    const refuse = (message: string) => setState({ step: 'failed', file, message, again: false })
    if (accept && !isAccepted(file, accept)) return refuse(t('form.file.wrongType', { types: acceptedNames(accept) }))
    if (file.size > max_bytes) return refuse(t('form.file.tooLarge', { size: toSize(max_bytes) }))
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'uploading', file, sent: 0 })
    const isCurrent = () => running.current === controller
    try {
      const stored = await upload.send(file, {
        signal: controller.signal,
        onProgress: (sent) => isCurrent() && setState({ step: 'uploading', file, sent }),
      })
      if (!isCurrent()) return
      queries.setQueryData(queryKeys.fileOfField(stored.id), stored)
      setState({ step: 'idle' })
      onUploaded(stored.id)
    } catch (error) {
      if (!isCurrent()) return
      setState({ step: 'failed', file, message: refusalOf(error, t('form.unreachable')).message, again: true })
    }
  }

  const cancel = () => {
    abort()
    setState({ step: 'idle' })
  }
  return { state, start, cancel }
}

/** How the files of a field are stored, as a form gets it in `uploads`. */
export type Upload = {
  /**
   * Sends a file. Ends with an error when the signal is aborted, and with an `ApiError` where the server has refused it.
   * @param onProgress takes the bytes that are sent
   */
  send: (file: File, options: { signal: AbortSignal; onProgress: (sent: number) => void }) => Promise<StoredFile>
  /** The file that a saved row has; null if it is deleted. */
  read: (id: number) => Promise<StoredFile | null>
  /** Media types (`image/*`) and extensions (`.pdf`); any, if absent. */
  accept?: string[]
  max_bytes: number
}

/** @property size in bytes */
export type StoredFile = { id: number; name: string; size: number }

type UploadState =
  | { step: 'idle' }
  | { step: 'uploading'; file: File; sent: number }
  /** `again`: whether another attempt may succeed. */
  | { step: 'failed'; file: File; message: string; again: boolean }
