import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../kit/actions/useAction.ts'
import { toSize } from '../../kit/format/size.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { saveFrom } from '../../kit/ui/saveFile.ts'
import { keys } from '../keys.ts'
import { isReadable, isViewable } from '../kit/kinds.ts'
import { Thumbnail } from '../kit/Thumbnail.tsx'
import { viewAddress } from '../kit/viewFile.ts'
import type { Attachment } from '../types.ts'
import classes from './Attachments.module.css'
import { addressOfAttachment, detach } from './queries.ts'

/** Attached files, with their pictures. A click views one, or saves what a browser does not show. */
export function AttachedFiles({ attachments, narrow = false }: { attachments: Attachment[]; narrow?: boolean }) {
  if (attachments.length === 0) return null
  return (
    <ul className={classes.list} data-narrow={narrow || undefined}>
      {attachments.map((attachment) => (
        <AttachedFile key={attachment.id} attachment={attachment} narrow={narrow} />
      ))}
    </ul>
  )
}

function AttachedFile({ attachment, narrow }: { attachment: Attachment; narrow: boolean }) {
  const { t } = useTranslation()
  const { id, name, size, attached_by, scan_state, removable } = attachment
  const file = { ...attachment, id: attachment.file_id, is_folder: false, encrypted: false, sha256: null }
  const { run } = useAction()
  const download = () => run(async () => saveFrom(await addressOfAttachment(id, { download: true })))
  const open = isViewable(file) ? () => viewAddress(t, () => addressOfAttachment(id)) : download
  const remove = () => run(() => detach(attachment), t('files:attachments.removed', { name }))
  const remark = isReadable(file)
    ? attached_by && t('files:attachments.by', { name: attached_by })
    : t(`files:attachments.${scan_state === 'infected' ? 'infected' : 'waiting'}`)
  return (
    <li className={classes.item}>
      <button type="button" className={classes.open} onClick={open} disabled={!isReadable(file)} title={name}>
        <span className={classes.picture}>
          <Thumbnail file={file} address={pictureOf(id)} />
        </span>
        <span className={classes.text}>
          <span className={classes.name}>{name}</span>
          <span className={classes.remark}>{[toSize(size), remark].filter(Boolean).join(' · ')}</span>
        </span>
      </button>
      {!narrow && isReadable(file) && isViewable(file) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('files:attachments.download', { name })}
          onClick={download}
        >
          <Icon of={IconDownload} />
        </ActionIcon>
      )}
      {!narrow && removable && (
        <Tooltip label={t('files:attachments.removeHint')} position="left">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('files:attachments.remove', { name })}
            onClick={remove}
          >
            <Icon of={IconX} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}

const pictureOf = (id: number) =>
  queryOptions({
    queryKey: keys.fileAddress(id, 'attachment'),
    queryFn: () => addressOfAttachment(id),
    staleTime: 45_000,
    gcTime: 45_000,
  })
