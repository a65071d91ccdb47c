import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFeatures } from '../../core/rights.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { AddFiles } from './AddFiles.tsx'
import { AttachedFiles } from './AttachedFiles.tsx'
import { attach, attachmentsOf, type Subject } from './queries.ts'

/** The files of a tracker, a boundary or a message: a section of its page. Nothing, where there are none to see or add. */
export function Attachments({ subject, organisation_id, mayAdd, text, apart = false }: Props) {
  const { t } = useTranslation()
  const has_files = useFeatures().includes('files')
  const { data: attachments = [] } = useQuery({ ...attachmentsOf(subject), enabled: has_files })
  if (!has_files || (attachments.length === 0 && !mayAdd)) return null
  return (
    <Section title={t('files:attachments.title')} {...(text && { text })} apart={apart}>
      <AttachedFiles attachments={attachments} />
      {mayAdd && (
        <AddFiles
          organisation_id={organisation_id}
          except={attachments.map(({ file_id }) => file_id)}
          add={async ({ id, name }) => {
            await attach(subject, id)
            showSuccess(t('files:attachments.attached', { name }))
          }}
        >
          {({ upload, choose, busy }) => (
            <Group gap="sm">
              <Button variant="default" onClick={upload} loading={busy}>
                {t('files:attachments.upload')}
              </Button>
              <Button variant="subtle" onClick={choose}>
                {t('files:attachments.choose')}
              </Button>
            </Group>
          )}
        </AddFiles>
      )}
    </Section>
  )
}

type Props = {
  subject: Subject
  organisation_id: number
  mayAdd: boolean
  /** What they are, for the person. */
  text?: string
  /** Adds space above. */
  apart?: boolean
}
