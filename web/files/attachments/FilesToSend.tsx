import { ActionIcon, Button, Group, Input } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFeatures } from '../../core/rights.ts'
import { toSize } from '../../kit/format/size.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { FileIcon } from '../kit/FileIcon.tsx'
import type { StoredFile } from '../types.ts'
import { AddFiles } from './AddFiles.tsx'
import classes from './Attachments.module.css'

/** What mail servers commonly take; the server refuses more (`api/messaging/send.ts`). */
const MAX_BYTES = 10 * 1024 * 1024
const MAX_FILES = 20

/** The files of a message that is being written. */
export function FilesToSend({ organisation_id, files, change, onUploading, error }: Props) {
  const { t } = useTranslation()
  const has_files = useFeatures().includes('files')
  if (!has_files) return null
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const max = toSize(MAX_BYTES)
  const tooMuch = bytes > MAX_BYTES ? t('files:attachments.toSendTooMuch', { size: toSize(bytes), max }) : undefined
  return (
    <Input.Wrapper
      label={t('files:attachments.toSend')}
      labelElement="div"
      description={t('files:attachments.toSendHint', { size: max })}
      error={tooMuch ?? error}
      errorProps={{ role: 'alert' }}
    >
      {files.length > 0 && (
        <ul className={classes.list} style={{ marginTop: 8 }}>
          {files.map((file) => (
            <li key={file.id} className={classes.item}>
              <span className={classes.open} style={{ cursor: 'default' }}>
                <FileIcon file={file} />
                <span className={classes.text}>
                  <span className={classes.name}>{file.name}</span>
                  <span className={classes.remark}>{toSize(file.size)}</span>
                </span>
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('files:attachments.remove', { name: file.name })}
                onClick={() => change((before) => before.filter(({ id }) => id !== file.id))}
              >
                <Icon of={IconX} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <AddFiles
        organisation_id={organisation_id}
        except={files.map(({ id }) => id)}
        largest={MAX_BYTES}
        onUploading={onUploading}
        add={(file) => change((before) => [...before.filter(({ id }) => id !== file.id), file])}
      >
        {({ upload, choose, busy }) => (
          <Group gap="sm" mt={8}>
            <Button variant="default" onClick={upload} loading={busy} disabled={files.length >= MAX_FILES}>
              {t('files:attachments.upload')}
            </Button>
            <Button variant="subtle" onClick={choose} disabled={files.length >= MAX_FILES}>
              {t('files:attachments.choose')}
            </Button>
          </Group>
        )}
      </AddFiles>
    </Input.Wrapper>
  )
}

export type FileToSend = Pick<StoredFile, 'id' | 'name' | 'size' | 'mimetype' | 'is_folder' | 'encrypted'>
type Props = {
  organisation_id: number
  files: FileToSend[]
  change: (how: (before: FileToSend[]) => FileToSend[]) => void
  onUploading: (uploading: boolean) => void
  /** What the server has refused. */
  error?: string | undefined
}
