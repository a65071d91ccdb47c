import { Alert, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../core/api.ts'
import { toSize } from '../../kit/format/size.ts'
import { usageOf } from '../kit/queries.ts'
import type { StoredFile } from '../types.ts'
import { sendFile } from '../upload/send.ts'
import { ChooseFile } from './ChooseFile.tsx'

/**
 * Adds files, new ones into the person's own folder. It renders what `children` makes of the ways to add, and under it the
 * progress of an upload and what went wrong.
 */
export function AddFiles({ organisation_id, except, add, largest, onUploading, children }: Props) {
  const { t } = useTranslation()
  const { data: usage } = useQuery(usageOf(organisation_id))
  const [choosing, setChoosing] = useState(false)
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null)
  const [problems, setProblems] = useState<string[]>([])
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const uploading = sending !== null
  useEffect(() => onUploading?.(uploading), [uploading, onUploading])

  const max = Math.min(largest ?? Number.POSITIVE_INFINITY, usage?.file_bytes_max ?? Number.POSITIVE_INFINITY)
  async function send(files: File[]) {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setProblems([])
    for (const file of files) {
      const { name, size } = file
      try {
        if (size > max) throw new Error(t('form.file.tooLarge', { size: toSize(max) }))
        setSending({ name, part: 0 })
        const place = { organisation_id, parent_file_id: usage?.root_file_id ?? null, on_conflict: 'rename' as const }
        const stored = await sendFile(file, place, {
          signal,
          onProgress: (sent) => setSending({ name, part: sent / Math.max(1, size) }),
        })
        await add(stored)
      } catch (error) {
        if (signal.aborted) return
        const reason =
          sentenceOf(error) ?? (error instanceof TypeError ? t('form.unreachable') : String((error as Error).message))
        setProblems((before) => [...before, `${name}: ${reason}`])
      }
    }
    setSending(null)
  }

  const sendChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    send([...(currentTarget.files ?? [])])
    // The same file can be chosen again.
    currentTarget.value = ''
  }
  return (
    <div>
      {children({
        upload: () => input.current?.click(),
        takePhoto: () => camera.current?.click(),
        choose: () => setChoosing(true),
        busy: uploading || !usage,
      })}
      <input ref={input} type="file" multiple hidden aria-label={t('files:attachments.upload')} onChange={sendChosen} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('files:attachments.photo')}
        onChange={sendChosen}
      />
      <Progressing sending={sending} problems={problems} />
      {choosing && (
        <ChooseFile organisation_id={organisation_id} except={except} choose={add} close={() => setChoosing(false)} />
      )}
    </div>
  )
}

function Progressing({ sending, problems }: ProgressingProps) {
  const { t } = useTranslation()
  return (
    <>
      {sending && (
        <div>
          <Text size="sm" c="dimmed" mt={8}>
            {t('files:attachments.uploading', { name: sending.name })}
          </Text>
          <Progress
            mt={4}
            value={100 * sending.part}
            aria-label={t('files:attachments.uploading', { name: sending.name })}
          />
        </div>
      )}
      {problems.length > 0 && (
        <Alert color="red" mt={8} role="alert">
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
    </>
  )
}

type ProgressingProps = { sending: { name: string; part: number } | null; problems: string[] }
type Props = {
  organisation_id: number
  /** Files that are there already. */
  except: number[]
  add: (file: StoredFile) => Promise<void> | void
  /** Bytes of a file, at most, where it is less than what may be stored. */
  largest?: number
  /** Called when an upload begins and when all have ended, so that a form is not sent before. */
  onUploading?: (uploading: boolean) => void
  /** `takePhoto` opens the camera of a phone; elsewhere it is `upload` of a picture. */
  children: (ways: { upload: () => void; takePhoto: () => void; choose: () => void; busy: boolean }) => ReactNode
}
