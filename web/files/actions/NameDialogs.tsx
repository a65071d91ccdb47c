import { TextInput } from '@mantine/core'
import { type FocusEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { startJob } from '../../core/jobs/jobs.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { updateRecord } from '../../kit/record/useRecordActions.ts'
import type { StoredFile } from '../types.ts'
import type { UploadPlace } from '../upload/folders.ts'
import { DialogForm } from './DialogForm.tsx'

export function NewFolderDialog({ place }: { place: UploadPlace }) {
  const { t } = useTranslation()
  const create = async (name: string) => {
    await guarded(client.create('file', { ...place, name }))
    await refresh('file')
  }
  return <NameDialog title={t('files:newFolder')} submit={t('form.create')} initial="" run={create} />
}

export function RenameDialog({ file }: { file: StoredFile }) {
  const { t } = useTranslation()
  const rename = (name: string) => updateRecord('file', file, { name })
  return <NameDialog title={t('files:actions.rename')} submit={t('form.save')} initial={file.name} run={rename} />
}

/** The zip comes beside its first file, or into the person's root folder where they may not write there. */
export function ZipDialog({ files }: { files: StoredFile[] }) {
  const { t } = useTranslation()
  const initial = files.length === 1 ? `${files[0]!.name}.zip` : t('files:zipName')
  const zip = (name: string) => startJob('file/zip', { ids: files.map(({ id }) => id), name })
  return <NameDialog title={t('files:actions.zip')} submit={t('files:makeZip')} initial={initial} run={zip} />
}

function NameDialog({ title, submit, initial, run }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(initial)
  return (
    <DialogForm title={title} submit={submit} field="name" disabled={name.trim() === ''} run={() => run(name.trim())}>
      {(error) => (
        <TextInput
          label={t('files:fields.file.name')}
          value={name}
          error={error}
          errorProps={{ role: 'alert' }}
          maxLength={255}
          autoComplete="off"
          data-autofocus
          onFocus={selectBase}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </DialogForm>
  )
}

/** Selects the name without its extension, which seldom changes. */
function selectBase({ currentTarget }: FocusEvent<HTMLInputElement>) {
  const at = currentTarget.value.lastIndexOf('.')
  currentTarget.setSelectionRange(0, at > 0 ? at : currentTarget.value.length)
}

type Props = { title: string; submit: string; initial: string; run: (name: string) => Promise<unknown> }
