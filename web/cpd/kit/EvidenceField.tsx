import { ActionIcon, Button, Group, Input } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFeatures } from '../../core/rights.ts'
import { AddFiles } from '../../files/attachments/AddFiles.tsx'
import { toSize } from '../../kit/format/size.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import type { Evidence } from '../offline/store.ts'
import classes from './EvidenceField.module.css'

/** As many as the server takes. */
const MAX_FILES = 50

/**
 * The evidence of a form: its field, the ids to send, and whether they have changed.
 *
 * @param begun the files of a new record
 */
export function useEvidence(organisation_id: number, stored?: { evidence: unknown[] }, begun: Evidence[] = []) {
  const before = (stored?.evidence ?? []) as Evidence[]
  const [files, setFiles] = useState(stored ? before : begun)
  const [uploading, setUploading] = useState(false)
  const field = { organisation_id, files, onChange: setFiles, onUploading: setUploading }
  const ids = idsOf(files)
  return { files, ids, changed: ids.join() !== idsOf(before).join(), uploading, field: <EvidenceField {...field} /> }
}

const idsOf = (files: Evidence[]) => files.map(({ file_id }) => file_id)

/** The person's files that prove something: uploaded here, or chosen from their folders. */
function EvidenceField({ organisation_id, files, onChange, onUploading }: Props) {
  const { t } = useTranslation()
  const has_files = useFeatures().includes('files')
  const is_phone = useMediaQuery('(pointer: coarse)')
  if (!has_files && files.length === 0) return null
  const full = files.length >= MAX_FILES
  return (
    <Input.Wrapper label={t('cpd:evidence.label')} labelElement="div" description={t('cpd:evidence.hint')}>
      {files.length > 0 && (
        <ul className={classes.list}>
          {files.map(({ file_id, name, size }) => (
            <li key={file_id} className={classes.item}>
              <span className={classes.name}>{name}</span>
              <span className={classes.size}>{toSize(size)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('cpd:evidence.remove', { name })}
                onClick={() => onChange((before) => before.filter((each) => each.file_id !== file_id))}
              >
                <Icon of={IconX} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {has_files && (
        <AddFiles
          organisation_id={organisation_id}
          except={idsOf(files)}
          onUploading={onUploading}
          add={({ id, name, size }) =>
            onChange((before) => [
              ...before.filter((each) => each.file_id !== id),
              { file_id: id, name, size: size ?? 0 },
            ])
          }
        >
          {({ upload, takePhoto, choose, busy }) => (
            <Group gap="sm" mt={8}>
              {is_phone && (
                <Button
                  variant="default"
                  leftSection={<Icon of={IconCamera} />}
                  onClick={takePhoto}
                  loading={busy}
                  disabled={full}
                >
                  {t('files:attachments.photo')}
                </Button>
              )}
              <Button variant="default" onClick={upload} loading={busy} disabled={full}>
                {t('cpd:evidence.upload')}
              </Button>
              <Button variant="subtle" onClick={choose} disabled={full}>
                {t('cpd:evidence.choose')}
              </Button>
            </Group>
          )}
        </AddFiles>
      )}
    </Input.Wrapper>
  )
}

type Props = {
  organisation_id: number
  files: Evidence[]
  onChange: (how: (before: Evidence[]) => Evidence[]) => void
  /** Called with whether files are being uploaded, so that the form is not sent before. */
  onUploading: (uploading: boolean) => void
}
