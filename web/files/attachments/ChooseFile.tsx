import { Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toSize } from '../../kit/format/size.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { FileIcon } from '../kit/FileIcon.tsx'
import type { StoredFile } from '../types.ts'
import classes from './Attachments.module.css'
import { attachableFiles } from './queries.ts'

/** Chooses one of the stored files: the newest, or by its name. */
export function ChooseFile({ organisation_id, except, choose, close }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [searched] = useDebouncedValue(search.trim(), 250)
  const { data: files } = useQuery(attachableFiles(organisation_id, searched))
  const { busy, refusal, send } = useSending()
  const take = async (file: StoredFile) => {
    if (await send(async () => choose(file))) close()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={t('files:attachments.chooseTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('form.cancel') }}
    >
      <RefusalAlert refusal={refusal} />
      <TextInput
        label={t('files:attachments.search')}
        type="search"
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        data-autofocus
      />
      <ul className={classes.choices}>
        {files?.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              className={classes.choice}
              disabled={busy || except.includes(file.id) || file.scan_state === 'infected'}
              aria-label={t('files:attachments.attach', { name: file.name })}
              onClick={() => take(file)}
            >
              <FileIcon file={file} />
              <span className={classes.text}>
                <span className={classes.name}>{file.name}</span>
                <span className={classes.remark}>
                  {[toSize(file.size), file.path.split('/').slice(0, -1).join(' / ')].filter(Boolean).join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {files?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(searched ? 'files:attachments.none' : 'files:attachments.nothing')}
        </Text>
      )}
    </Modal>
  )
}

type Props = {
  organisation_id: number
  except: number[]
  choose: (file: StoredFile) => Promise<void> | void
  close: () => void
}
