import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toSize } from '../../kit/format/size.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { AttachedTo } from '../attachments/AttachedTo.tsx'
import { attachmentsOf } from '../attachments/queries.ts'
import { useFolderOf } from '../kit/folderOf.ts'
import { kindOf } from '../kit/kinds.ts'
import type { StoredFile } from '../types.ts'

/** What is known of a file besides its content. */
export function FileFacts({ file }: { file: StoredFile }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const folderOf = useFolderOf()
  const { data: attachments = [] } = useQuery(attachmentsOf({ file_id: file.id }))
  const at = (then: string | null) => then && moment(then)
  const size = toSize(file.size)
  const number = file.size.toLocaleString()
  const facts: (readonly [string, ReactNode] | false)[] = [
    [t('files:fields.file.path'), folderOf(file)],
    [t('files:fields.file.mimetype'), [t(`files:kinds.${kindOf(file)}`), file.mimetype].filter(Boolean).join(', ')],
    !file.is_folder && [
      t('files:fields.file.size'),
      file.size < 1024 ? size : t('files:sizeInBytes', { size, count: file.size, number }),
    ],
    file.width !== null && [t('files:dimensions'), `${file.width} × ${file.height}`],
    [t('files:fields.file.owner'), file.owner ?? t('files:organisation')],
    file.uploaded_at !== null && [
      t('files:fields.file.uploaded_at'),
      [at(file.uploaded_at), file.uploaded_by].filter(Boolean).join(', '),
    ],
    [t('files:fields.file.modified_at'), at(file.modified_at)],
    file.deleted_at !== null && [t('files:fields.file.deleted_at'), at(file.deleted_at)],
    file.hidden && [t('files:fields.file.hidden'), t('choices.yes')],
    file.scan_state !== 'none' && [t('files:fields.file.scan_state'), t(`files:scan.${file.scan_state}`)],
    attachments.length > 0 && [t('files:attachments.to'), <AttachedTo key="to" attachments={attachments} />],
    file.evidence.length > 0 && [t('files:fields.file.evidence'), file.evidence.join(', ')],
  ]
  return <Facts facts={facts.filter((fact) => fact !== false)} />
}
